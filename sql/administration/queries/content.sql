-- Versions of content files, and the content that each process shows.

-- name: add_version(path, hash, size, body, operator, reason, at)
INSERT INTO content_versions (path, hash, size, body, operator, reason, at)
VALUES (:path, :hash, :size, :body, :operator, :reason, :at)

-- name: versions(path, limit)
-- Newest first.
SELECT id, hash, size, body IS NOT NULL AS has_text, operator, reason, at
FROM content_versions
WHERE path = :path
ORDER BY id DESC
LIMIT :limit

-- name: picture_versions(limit)
-- Newest first. A picture's path begins with `pictures/`.
SELECT path, hash, size, operator, at
FROM content_versions
WHERE path >= 'pictures/' AND path < 'pictures0' AND hash <> ''
ORDER BY id DESC
LIMIT :limit

-- name: version(id)
SELECT path, body FROM content_versions WHERE id = :id AND body IS NOT NULL

-- name: report_process(process, version, now)
INSERT INTO content_processes (process, version, reported_at) VALUES (:process, :version, :now)
ON DUPLICATE KEY UPDATE version = :version, reported_at = :now

-- name: prune_processes(before, limit)
DELETE FROM content_processes WHERE reported_at < :before ORDER BY process LIMIT :limit

-- name: processes(since)
SELECT process, version, reported_at FROM content_processes WHERE reported_at >= :since ORDER BY process LIMIT 500
