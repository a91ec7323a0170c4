"""Layouts of axles whose wheels hang on bodies that are joined: live axles on their guides, twist beams."""
