"""Boxes, tables, geometries and options in every form in which callers have them."""
