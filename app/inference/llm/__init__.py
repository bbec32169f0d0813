"""A large language model of the user's own: a GGUF file, run by llama.cpp in a process of its own."""
