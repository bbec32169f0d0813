"""The syntax of an English sentence: what each word is, which word it depends on, and which words are names, amounts and times."""
