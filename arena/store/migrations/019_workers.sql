-- Users who are other machines, which play this home's games. Their `role` is 'owner', since its values are fixed; this
-- takes its place.
ALTER TABLE users ADD COLUMN is_worker INTEGER NOT NULL DEFAULT 0 CHECK (is_worker IN (0, 1) AND (is_worker = 0 OR role = 'owner'));
