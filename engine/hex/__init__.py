"""Geometry of the hexagonal grid: axial coordinates, pointy-top."""
