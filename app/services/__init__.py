"""Use cases as plain functions: (inputs, ports, progress, cancel) -> result."""
