"""The multistage BiCross pipeline (Singh, Scarton and Bontcheva 2021, "Multistage BiCross encoder").

BM25, then a bi-encoder over claim, title and the best sentences of the body, then a cross-encoder; their rankings are fused. Across
languages: bi-encoder, then cross-encoder. Each stage reranks the output of the one before. Unlike `services.claim_lookup` it has no
trained weights for its measures.
"""
