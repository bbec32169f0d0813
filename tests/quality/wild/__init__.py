"""Documents and imports as they are in the wild, written by somebody who has not seen the readers' code."""
