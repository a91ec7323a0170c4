"""What is compiled before it is shipped."""
