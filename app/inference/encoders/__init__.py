"""Text encoders: the bundled ones on OpenVINO or torch, their cache, and the choice between them by language."""
