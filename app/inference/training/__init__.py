"""Fine-tuning of an encoder on the processor with torch: loss, steps, checkpoints, the resulting folder."""
