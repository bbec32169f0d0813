"""The measures of AVeriTeC (Schlichtkrull, Guo, Vlachos 2023, arXiv 2305.13117), the data by date, and the closed pool of evidence."""
