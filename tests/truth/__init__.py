"""Measurements of the review against the truth; `python3 dev.py truth` runs them."""
