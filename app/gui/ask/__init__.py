"""The Ask page: a question put to the library's posts, the answers people give, and who supports and who refutes each."""
