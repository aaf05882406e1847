-- Base names that a host has taken out of play: no further version of theirs comes in until the host lets go.
CREATE TABLE held_names (
  base_name TEXT PRIMARY KEY,
  reason TEXT NOT NULL CHECK (reason <> '')
) STRICT, WITHOUT ROWID;

CREATE TRIGGER held_names_get_no_version AFTER INSERT ON bots
WHEN EXISTS (SELECT 1 FROM held_names WHERE base_name = NEW.base_name)
BEGIN SELECT RAISE(ABORT, 'the host holds that name'); END;
