"""What came of a long run, in a few lines."""

import collections

from programme import GOOD
from samples import growths

MIB = 1 << 20


def tell(run, games, workers):
    """`run` is the soak test, `games` those of its ledger, `workers` what the host is told of them."""
    played = collections.Counter(name.partition("@")[0].partition("#")[0] for game in games for name in (game["red"], game["blue"]))
    moments = collections.Counter(moment for _, moment in run.killed.values())
    hostile = [name for name in run.hostile if played[name]]
    print(f"{len(games)} games of {len(run.tournaments)} tournaments and {sum(len(person.asked) for person in run.people)} challenges, "
          f"{sum(len(follower.told) for follower in run.followers.values())} of them told as they were stored, "
          f"{sum(game['attempt'] > 1 for game in games)} played again")
    print(f"{len(run.killed)} kills: {', '.join(f'{count} {moment}' for moment, count in moments.items())}; bots and supervisors were "
          f"gone {run.longest_s:.1f} s later at most")
    print(f"games of good bots: {', '.join(f'{name} {played[name]}' for name in GOOD)}; {len(hostile)} hostile programs played "
          f"{sum(played[name] for name in hostile)}")
    print(f"workers: {', '.join(f'{count} {how}' for how, count in run.worker_lives.ends.items())}; games of "
          f"{', '.join('{name} {games} and {void_games} void'.format_map(worker) for worker in workers)}")
    print(f"{run.submitter.versions} submissions, {run.submitter.ready} ready, {run.submitter.interrupted} cut off; "
          f"{run.watchers.events} events watched; pages by answer: {dict(run.loader.answers)}; {len(run.backup_checks.made)} backups, "
          f"{run.backup_checks.checked} of them restored and checked; {len(run.told.heads)} heads kept")
    tell_sizes(run.sampler.samples)


def tell_sizes(samples):
    """Where they were when half of the run was over, and in the end."""
    half = next(sample for sample in samples if sample.seconds >= samples[-1].seconds / 2)
    for name, value in (("ledger", "ledger_bytes"), ("write-ahead log", "wal_bytes"), ("logs of bots", "logs_bytes"),
                        ("backups", "backups_bytes"), ("folders of the workers", "workers_bytes")):
        print(f"{name}: {getattr(half, value) / MIB:.1f} MiB after half of the time, {getattr(samples[-1], value) / MIB:.1f} in the end, "
              f"{max(getattr(sample, value) for sample in samples) / MIB:.1f} at most")
    print(f"memory: {max(sample.rss_kib for sample in samples) / 1024:.1f} MiB at most, of it the ledger's "
          f"{max(sample.ledger_memory_kib for sample in samples) / 1024:.1f}")
    for growth in growths(samples):
        print(f"life {growth.life}, {growth.ended_s - growth.began_s:.0f} s, {growth.games} games: memory without the ledger's "
              f"{growth.first_kib / 1024:.1f} to {growth.last_kib / 1024:.1f} MiB, {growth.kib_per_1000_games:+.0f} KiB for 1000 games: "
              f"{'flat' if growth.is_flat else 'GROWS'}")
