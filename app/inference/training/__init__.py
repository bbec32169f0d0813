"""Training an encoder further on the processor, by torch: loss, steps, checkpoints, the folder that comes out."""
