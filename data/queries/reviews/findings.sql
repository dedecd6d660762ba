-- Purpose: facts found without search in one game. Grain: a fact.
SELECT ply, seat, key, points, q, r, words FROM findings WHERE game_id = $game_id ORDER BY ply, key
