"""The table of kills: what was running at each, and how many of each kind there were."""

import collections
import time

from kill_moments import size_of
from marked_processes import marked_processes


def look(run, moment, came):
    """Just before the kill, without a question to the server: its newest figures, and what the system shows."""
    figures = run.reader.figures
    total = lambda name: int(sum(value for (of, _), value in figures.items() if of == f"flagfall_{name}"))  # noqa: E731
    return {"moment": moment, "came": came, "life": run.life, "lived_ms": int(1000 * (time.monotonic() - run.began)),
            "figures_ms_old": int(1000 * (time.monotonic() - run.reader.read_at)), "games_running": total("games_running"),
            "results_waiting": int(figures.get(("flagfall_queue_length", "ledger_writer"), 0)),
            "games_waiting": int(figures.get(("flagfall_queue_length", "waiting_games"), 0)),
            "tournaments_running": int(figures.get(("flagfall_tournaments", "running"), 0)),
            "workers": int(figures.get(("flagfall_workers", "present"), 0)), "bots_connected": total("bots_connected"),
            "descriptors": total("process_open_fds"), "processes": len(marked_processes("LANG", run.mark(run.life))),
            "commands": run.errands.names(), "wal_bytes": size_of(run.home / "flagfall.db-wal"),
            "watchers": sum(listener.is_alive() for listener in run.listeners)}


def tell(run, games):
    def count(of):
        return sum(bool(row.get(of)) for row in run.rows)
    moments = collections.Counter(row["moment"] for row in run.rows)
    lines = [f"{len(run.rows)} kills, seed {run.flags.seed}; {len(games)} games in the ledger, {len(run.all_told)} times told of: {run.told.by}; "
             f"{len(run.told.heads)} heads kept; {sum(run.errands.done.values())} commands answered: {run.errands.done}"]
    lines += [f"  {number:5d} {moment} ({sum(row['moment'] == moment and row['came'] for row in run.rows)} in time)"
              for moment, number in moments.most_common()]
    lines += [f"  {count(of):5d} while there were: {of}" for of in (
        "games_running", "results_waiting", "workers", "bots_connected", "commands", "submissions", "staged_files", "backups", "watchers")]
    lines += [f"  lost, doubled, changed or left over: {len(run.wrong)}"]
    (run.flags.out / "summary.txt").write_text("\n".join(lines) + "\n")
    print(*lines, sep="\n")
