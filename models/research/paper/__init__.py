"""The system of Shaar et al. 2022, rebuilt: its 19 measures, its baselines, RankSVM, and the tables of its section 6."""
