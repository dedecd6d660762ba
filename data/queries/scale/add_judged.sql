-- Purpose: what the judge said. Grain: a disputed reading.
UPDATE settled SET
    fate = judged.fate,
    status = judged.status,
    game_id = judged.game_id,
    ply = judged.ply,
    move = judged.move,
    reason = judged.reason,
    warnings = judged.warnings,
    legal = judged.legal,
    rules_version = judged.rules_version
FROM judged
WHERE settled.seq = judged.seq;
