"""Proof from outside that the program sends nothing: `python -m tests.silence` (Linux).

Every command and a window session run in a network namespace of their own and under a system-call trace. Reported are each packet and
look-up, each internet socket, and each file created or written outside the program's own, temporary and output folders.
"""
