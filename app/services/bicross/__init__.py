"""The multistage BiCross pipeline (Singh, Scarton and Bontcheva 2021, "Multistage BiCross encoder"): BM25, then a bi-encoder over claim,
title and the best sentences of the body, then a cross-encoder; their rankings fused. Across languages: bi-encoder, then cross-encoder.

Each stage sees what the one before it let through. Unlike `services.claim_lookup` nothing in it has learnt which measure to trust.
"""
