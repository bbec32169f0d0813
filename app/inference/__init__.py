"""Adapters of the model ports: encoder, pair scorer, stance, on the processor or an accelerator."""
