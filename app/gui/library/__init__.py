"""The library page: search, table, details, statistics, and importing."""
