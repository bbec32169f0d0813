"""Text encoders: the bundled ones on ONNX or torch, their cache, and the choice between them by language."""
