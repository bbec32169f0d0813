"""The claims page: single claims, pasted one a line, looked up in the library."""
