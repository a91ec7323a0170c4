"""Show, never compute physics: plots, report, offline page."""
