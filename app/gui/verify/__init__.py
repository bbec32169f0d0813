"""The Verify page: a claim that nobody has checked yet, questions about it, dated evidence, and a reasoned verdict."""
