"""Test cases for sentence verdicts, written by someone who did not write the rules."""
