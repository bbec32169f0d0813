"""Long-running campaigns against environment faults."""
