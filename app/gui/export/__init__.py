"""Exporting a report: the dialog that asks which, and the desk that has it written and says where it went."""
