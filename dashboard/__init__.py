"""The pages that people see; the only place that imports Streamlit."""
