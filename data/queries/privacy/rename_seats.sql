-- Purpose: another name in the place of a person's. Grain: a seat of theirs.
UPDATE seats SET name = $new, player_id = NULL WHERE name = $name;
UPDATE exercises SET name = $new WHERE name = $name;
