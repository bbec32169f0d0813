"""The check-worthiness model: its data and its training."""
