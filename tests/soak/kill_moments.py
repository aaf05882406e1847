"""The moments at which a host is killed: each is a thing that has to be under way, which is waited for, for a while."""

import time

# How often each is drawn. `Killer.wait_for_moment` has a method for each.
MOMENTS = {
    "at any time": 6,
    "within its start": 2,
    "just when it serves": 1,
    "in its first moments": 2,
    "within a commit": 4,
    "within a backup": 2,
    "within an unpacking, a build or a check": 3,
    "just when a bot is ready": 1,
    "within an upload": 2,
    "just when a report came": 1,
    "beside commands": 3,
    "beside a db command": 1,
    "after a worker's death": 2,
    "after a supervisor's death": 1,
    "within a new home's making": 1,
}
WAITED_AT_MOST_S = 2.0
LOOKED_EVERY_S = 0.001


def wait(condition, at_most_s=WAITED_AT_MOST_S):
    """Returns whether it came to hold."""
    end = time.monotonic() + at_most_s
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(LOOKED_EVERY_S)
    return True


def drawn(chance, moments=None):
    names = list(moments or MOMENTS)
    return chance.choices(names, [MOMENTS[name] for name in names])[0]


def size_of(path):
    try:
        return path.stat().st_size
    except OSError:
        return 0


def files_in(folder, pattern="*"):
    """Names of files, also while they come and go."""
    try:
        return sorted(path.name for path in folder.rglob(pattern) if not path.is_dir())
    except OSError:
        return []


def changed(look):
    """A condition: that what `look` returns is another than now."""
    before = look()
    return lambda: look() != before
