"""Rules (`check_...`): what a model must satisfy before it is built, and what is told where it looks unlikely."""
