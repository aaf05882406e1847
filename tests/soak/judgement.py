"""What must hold for the ledger and the machine after the run. Each function returns what does not hold, in words."""

import collections
import fcntl
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "hostile" / "bots"))

from arena import winner  # noqa: E402
from backups import backups_in  # noqa: E402
from programme import GOOD, Tournament  # noqa: E402
from referee_watch import control_groups, is_supervisor  # noqa: E402
from samples import LEDGER_KIB_MAX, growths  # noqa: E402
from verdicts import BY_THE_RULES, PROGRAMS  # noqa: E402
from worker_lives import NAMES  # noqa: E402

# Further reasons that may end a game of good bots, beside the rules: both sides' own decision.
AGREED = ("RESIGNED", "DRAW_AGREED")
# The largest share of good bots' games that may be lost on time.
LOST_ON_TIME_MAX = 0.01
# Bots' logs take no more when a tournament begins, and then what its bots and those of the one before print.
LOGS_MAX_MIB, BOT_LOG_MAX_MIB = 32, 1
LOGS_FLAGS = ["--logs-max", f"{LOGS_MAX_MIB}M", "--bot-log-max", f"{BOT_LOG_MAX_MIB}M"]
LOGS_MAX = LOGS_MAX_MIB + 2 * 16 * BOT_LOG_MAX_MIB << 20
# The write-ahead log does not grow for good: readers, of which a backup is one, end again.
WAL_MAX = 64 << 20
# What a person was told so long before a kill may not be stored yet, and then is played again.
STORED_WITHIN_S = 5
# A run does not remove younger folders, because their owners may be about to lock them.
RUN_FOLDER_ABANDONED_S = 60


def reason_of(game):
    return game["outcome"]["reason"].removeprefix("REASON_")


def check_counts(tournaments, rows, games):
    """`tournaments` as planned, by id; `rows` of `tournament list`; `games` of `game list`."""
    wrong = []
    ids = [game["game_id"] for game in games]
    wrong += [f"{game} is there {count} times" for game, count in collections.Counter(ids).items() if count > 1]
    stored = collections.Counter(game["tournament_id"] for game in games)
    listed = {row["id"]: row for row in rows}
    if set(listed) != set(tournaments) or not set(stored) <= set(tournaments):
        wrong.append(f"tournaments {sorted(tournaments)} were created, {sorted(listed)} are listed, of {sorted(stored)} there are games")
        return wrong
    for id, planned in tournaments.items():
        row = listed[id]
        what = f"tournament {id} ({planned.format}, {planned.ruleset})"
        if row["state"] != "STATE_FINISHED":
            wrong.append(f"{what} is {row['state']}")
        if row["games_stored"] != stored[id]:
            wrong.append(f"{what} says it has {row['games_stored']} games; there are {stored[id]}")
        if not planned.fewest <= stored[id] <= planned.most:
            wrong.append(f"{what} has {stored[id]} games, of {planned.fewest} to {planned.most} that were scheduled")
    return wrong


def challenges(people, rows):
    """Those of `rows` that are people's challenges, by id, as they were asked for."""
    asked = {id: games for person in people for id, games in person.asked.items()}
    mine = [row for row in rows if row["spec"]["bots"][0] in {person.bot for person in people}]
    return {row["id"]: Tournament("challenge", row["spec"]["ruleset"]["id"], row["spec"]["bots"], [],
                                  *[asked.get(row["id"], row["spec"]["games"])] * 2) for row in mine}


def check_people(people, rows, games, kills_s):
    """Each challenge that was answered is there, and each game as the person was told; one that was told just before a kill may have
    been played again, and one that was stored just then may not have been told."""
    wrong = []
    for person in people:
        there = {row["id"] for row in rows if row["spec"]["bots"][0] == person.bot}
        if lost := set(person.asked) - there:
            wrong.append(f"challenges {sorted(lost)} of {person.bot} were answered, and are not there")
        if len(there) > len(person.asked) + person.unanswered:
            wrong.append(f"{person.bot} has {len(there)} challenges; {len(person.asked)} were answered, {person.unanswered} were not")
        stored = {game["game_id"]: (game["outcome"]["result"], game["outcome"]["reason"]) for game in games if person.bot in
                  (game["red"], game["blue"])}
        for id, (at, *how) in person.told.items():
            if stored.get(id) != tuple(how) and not any(at <= kill <= at + STORED_WITHIN_S for kill in kills_s):
                wrong.append(f"{person.bot} was told that {id} has ended by {how}, and it is {stored.get(id)}")
        if len(untold := set(stored) - set(person.told)) > len(kills_s):
            wrong.append(f"{person.bot} was never told of {sorted(untold)}")
        if not stored:
            wrong.append(f"too short: {person.bot} has played nothing")
    return wrong


def check_workers(workers):
    """`workers` of `cluster workers list`."""
    wrong = [f"worker {worker['name']} is suspected: {worker['suspected_reason']}" for worker in workers if worker["suspected_reason"]]
    return wrong + [f"too short: worker {name} has played nothing" for name in NAMES
                    if not any(worker["name"] == name and int(worker["games"]) for worker in workers)]


def check_backups(folder, kept):
    """Those that the host was set to keep are there, and nothing else."""
    names, parts = backups_in(folder)
    return ([f"{part} is left of a backup" for part in parts] +
            ([] if len(names) == kept else [f"{len(names)} backups are there, of which {kept} are to be kept"]))


def check_disk(samples, kept):
    """What is on the disk, but the ledger, stays within what it may take."""
    wrong = []
    ledger = max(sample.ledger_bytes + sample.wal_bytes for sample in samples)
    for what, value, most in (("write-ahead log", "wal_bytes", WAL_MAX), ("bots' logs", "logs_bytes", LOGS_MAX),
                              # One more is made before the oldest goes, and the next may have begun.
                              ("backups", "backups_bytes", (kept + 2) * ledger)):
        if (largest := max(getattr(sample, value) for sample in samples)) > most:
            wrong.append(f"{what}: {largest / (1 << 20):.1f} MiB, of {most / (1 << 20):.1f} at most")
    return wrong


def check_told(followers, games):
    """All that the server has reported as stored is there, as it was reported."""
    stored = {game["game_id"]: (game["red"], game["blue"], reason_of(game).lower(), game["plies"]) for game in games}
    return [f"{id} was stored as {told}, and is {stored.get(id)}" for follower in followers
            for id, told in follower.told.items() if stored.get(id) != told]


def check_ratings(games, leaderboard):
    """Each game is rated once, and what one bot gains the other loses."""
    wrong = []
    rated = collections.Counter((game["rating"]["pool"], name) for game in games if "rating" in game
                                for name in (game["red"], game["blue"]))
    counted = {(row["pool"], row["bot"]): row["games"] for row in leaderboard}
    for key in sorted(set(rated) | set(counted)):
        if rated[key] != counted.get(key, 0):
            wrong.append(f"{key}: {rated[key]} rated games, and the leaderboard counts {counted.get(key, 0)}")
    for pool in {row["pool"] for row in leaderboard}:
        elos = [row["elo"] for row in leaderboard if row["pool"] == pool]
        if abs(sum(elos) - 1500 * len(elos)) > 1e-3:
            wrong.append(f"the ratings of {pool} have come to {sum(elos)}, of {len(elos)} bots")
    return wrong


def is_good(name):
    """A version of a good bot, or a further player of it, is good."""
    return name.partition("@")[0].partition("#")[0] in GOOD


def check_endings(games):
    """Good bots play to the end, and hostile programs gain nothing by their attacks."""
    wrong = []
    good = [game for game in games if is_good(game["red"]) and is_good(game["blue"])]
    late = [game for game in good if reason_of(game) == "OUT_OF_TIME"]
    wrong += [f"two good bots: {game['game_id']} {game['red']} - {game['blue']}: {reason_of(game)}" for game in good
              if reason_of(game) not in (*BY_THE_RULES, *AGREED, "OUT_OF_TIME")]
    if len(late) > LOST_ON_TIME_MAX * len(good):
        wrong.append(f"{len(late)} of {len(good)} games between good bots were lost on time")
    for game in games:
        hostile = [name for name in (game["red"], game["blue"]) if not is_good(name)]
        if len(hostile) != 1:
            continue
        verdict = PROGRAMS[hostile[0]].verdicts["strict"]
        reason = reason_of(game)
        what = f"{game['game_id']} {game['red']} - {game['blue']}: {winner(game)} wins, {reason}"
        if winner(game) in (None, *hostile) and (verdict.loses or reason not in (*BY_THE_RULES, "OUT_OF_TIME")):
            wrong.append(f"a hostile program has not lost: {what}")
        if reason == "RESIGNED" and "RESIGNED" not in verdict.reasons:
            wrong.append(f"a hostile program has got at something: {what}")
    return wrong


def check_bots(bots, added):
    """`bots` of `bot list --all`."""
    names = collections.Counter(bot["manifest"]["name"] for bot in bots)
    wrong = [f"bot {name} is not there" for name in added if name not in names]
    wrong += [f"bot {name} is there {names[name]} times" for name in added if names[name] > 1]
    wrong += [f"{bot['manifest']['name']} has {bot['faults']} faults: {bot.get('suspended_reason')}" for bot in bots
              if is_good(bot["manifest"]["name"]) and bot.get("faults", 0) > 0]
    return wrong


def check_submitted(home, bots):
    """Each entry has its folder, which may be missing for a retired version, and nothing else lies there."""
    entries = {bot["manifest"]["name"] for bot in bots if "@" in bot["manifest"]["name"]}
    retired = {bot["manifest"]["name"] for bot in bots if bot.get("state") == "STATE_RETIRED"}
    folders = {path.name for path in (home / "bots").iterdir()} - {".staging"}
    wrong = [f"{name} has no folder" for name in sorted(entries - folders - retired)]
    wrong += [f"bots/{name} belongs to no bot" for name in sorted(folders - entries)]
    return wrong + [f"{path} is left over" for path in (home / "bots" / ".staging").rglob("*") if not path.is_dir()]


def control_groups_left(before):
    """Ignores groups of others, whose supervisors live; ours must be gone by now."""
    return [f"control group {folder} is left over" for folder in control_groups()
            if folder not in before and not is_supervisor(folder.rpartition("-")[2])]


def check_run_folders(abandoned, last_run_s):
    """`abandoned`: folders by the time when their server was killed. Those that the last run had to remove are gone; removes the rest."""
    wrong = []
    for folder, killed_s in abandoned.items():
        if not os.path.isdir(folder):
            continue
        if killed_s + RUN_FOLDER_ABANDONED_S < last_run_s:
            wrong.append(f"{folder} is left over, abandoned {last_run_s - killed_s:.0f} s before the last run began")
        remove_unless_locked(folder)
    return wrong


def remove_unless_locked(folder):
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for socket in pathlib.Path(folder).iterdir():
            socket.unlink()
        os.rmdir(folder)
    finally:
        os.close(descriptor)


def check_memory(samples):
    wrong = [f"life {growth.life}: memory grew by {growth.kib / 1024:.1f} MiB within {growth.ended_s - growth.began_s:.0f} s and "
             f"{growth.games} games, which is {growth.kib_per_1000_games:.0f} KiB for 1000 games"
             for growth in growths(samples) if not growth.is_flat]
    most = max(samples, key=lambda sample: sample.ledger_memory_kib)
    if most.ledger_memory_kib > LEDGER_KIB_MAX:
        wrong.append(f"life {most.life}: the ledger has {most.ledger_memory_kib / 1024:.1f} MiB of memory, more than {LEDGER_KIB_MAX >> 10}")
    return wrong
