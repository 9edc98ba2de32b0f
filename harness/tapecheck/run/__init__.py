"""Runs cells: a local pool of probe servers."""
