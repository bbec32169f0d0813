"""Training sets that may not be used for commercial purposes."""

from __future__ import annotations

NON_COMMERCIAL_STANCES = frozenset({"anli", "sick"})
"""CC BY-NC 4.0 (Nie et al. 2020), CC BY-NC-SA 3.0 (Marelli et al. 2014)."""
NON_COMMERCIAL_HELP = "leave out what may not serve commercial purposes: debates_train, ANLI, SICK"
