"""Imports too large for one process: jobs on an executor, Parquet shards, a store made of them."""
