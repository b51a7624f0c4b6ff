"""Structures that hold boxes and answer queries."""
