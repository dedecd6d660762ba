"""Charts: frames in, Plotly figures as plain data out; nothing here knows of Streamlit."""
