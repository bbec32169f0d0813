"""Cases by which the verdicts of sentences are judged, written by somebody who did not write the rules."""
