-- Purpose: say how much a game's log gave. Grain: a game of the table `grades`.
UPDATE games SET grade = grades.grade FROM grades WHERE games.game_id = grades.game_id;
