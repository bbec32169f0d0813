"""The user's large language model: a GGUF file, run by llama.cpp in a separate process."""
