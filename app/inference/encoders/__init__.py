"""Texts to unit vectors: the bundled encoder on ONNX or torch, its cache, its token vectors, any folder's encoder."""
