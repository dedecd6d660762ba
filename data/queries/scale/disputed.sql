-- Purpose: what the judge has to be asked about. Grain: a reading of some jobs, in order.
SELECT settled.*, file_rows.name, file_rows.importer_version
FROM settled
JOIN file_rows USING (plan, file)
WHERE settled.disputed AND settled.job_number BETWEEN $first AND $last
ORDER BY settled.seq
