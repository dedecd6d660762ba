"""Teach: what the notifications of a log mean, corrected without code and tried by replay."""

from dashboard.components.teach_view import show_teach

ICON = ":material/school:"
ORDER = 60

show_teach()
