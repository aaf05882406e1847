-- Of the files of a bot that was added from a folder of the host's, as they were when it was added last: other files make
-- a version of their own. NULL of submitted and remote bots, and of those that were added before this.
ALTER TABLE bots ADD COLUMN files_sha256 BLOB CHECK (length(files_sha256) = 32);
