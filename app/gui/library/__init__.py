"""The library place: search, table, details, statistics, and importing."""
