"""Rules, logs, importers and analysis of hex-board games; no Streamlit, no DuckDB."""
