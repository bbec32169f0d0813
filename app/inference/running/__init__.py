"""How batches of work run on a device: their size, memory that runs out, cancelling."""
