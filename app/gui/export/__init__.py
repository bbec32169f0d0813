"""Exporting a report: the dialog that asks which, and the export that has it written and says where it went."""
