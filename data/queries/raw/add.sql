-- Purpose: keep files, piece by piece, and what was chosen for them. Grain: the pieces of a batch.
INSERT INTO raw_pieces BY NAME SELECT * FROM new_pieces;
INSERT INTO raw BY NAME SELECT * FROM new_raw;
UPDATE raw SET choice = chosen.choice FROM chosen WHERE raw.hash = chosen.hash;
