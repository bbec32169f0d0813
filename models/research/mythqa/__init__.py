"""The measures of MythQA (Bai, Colas, Wang 2023, arXiv 2307.11848) and the gold data they are taken on."""
