-- Purpose: facts found without search in one game. Grain: a fact, those of a kind as found.
SELECT ply, seat, key, points, q, r, words FROM findings WHERE game_id = $game_id ORDER BY ply, key, rowid
