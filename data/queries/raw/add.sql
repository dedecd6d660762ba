-- Purpose: keep files, piece by piece. Grain: the pieces of a batch.
INSERT INTO raw_pieces BY NAME SELECT * FROM new_pieces;
INSERT INTO raw BY NAME SELECT * FROM new_raw;
