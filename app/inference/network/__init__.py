"""Neural networks on the processor: tensors, graphs over them, and the runtime that computes these."""
