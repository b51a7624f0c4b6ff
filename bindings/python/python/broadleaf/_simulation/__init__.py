"""Boxes that move: broad phases, meshes and forces."""
