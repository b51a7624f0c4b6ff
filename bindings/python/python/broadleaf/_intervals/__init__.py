"""Intervals on a line, and their keys."""
