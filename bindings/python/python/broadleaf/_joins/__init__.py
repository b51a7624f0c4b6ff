"""Pairs of rows: of lists, of tables, by distance, by overlap, tile by tile."""
