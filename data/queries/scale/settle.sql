-- Purpose: say what became of each thing read, disputes and companions apart. Grain: a reading.
--
-- Logs of one game that are not the same, or the same log under different names. Whatever touches
-- one of these is one of them too, so that nothing else depends on what becomes of them.
CREATE TEMP TABLE disputed_keys AS
SELECT natural_key FROM read_all WHERE natural_key IS NOT NULL
GROUP BY natural_key HAVING count(DISTINCT hash) > 1;
CREATE TEMP TABLE disputed_hashes AS
SELECT hash FROM read_all WHERE hash IS NOT NULL
GROUP BY hash HAVING count(DISTINCT coalesce(natural_key, '')) > 1;

-- Of exact copies the first that can be stored is, and all after it are its duplicates.
CREATE TEMP TABLE copies AS
SELECT hash, min(seq) FILTER (local_id IS NOT NULL) AS first_seq
FROM read_all
WHERE hash IS NOT NULL
GROUP BY hash
HAVING count(*) > 1;

CREATE TEMP TABLE settled AS
SELECT
    read_all.*,
    file_rows.file,
    disputed_keys.natural_key IS NOT NULL OR disputed_hashes.hash IS NOT NULL AS disputed,
    CASE
        WHEN companion_of IS NOT NULL THEN 'companion'
        WHEN copies.first_seq < read_all.seq THEN 'duplicate'
        WHEN read_all.local_id IS NULL THEN 'rejected'
        ELSE 'stored'
    END AS fate,
    -- Of a duplicate: the copy that was stored.
    copies.first_seq AS copy_of,
    NULL::INTEGER AS game_id
FROM read_all
JOIN file_rows USING (plan, source, sub)
LEFT JOIN disputed_keys ON disputed_keys.natural_key = read_all.natural_key
LEFT JOIN disputed_hashes ON disputed_hashes.hash = read_all.hash
LEFT JOIN copies ON copies.hash = read_all.hash;
DROP TABLE read_all;
