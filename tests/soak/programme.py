"""What is played: tournament after tournament, each of the next format and the next ruleset, which are 49 different ones in a row."""

import random
from dataclasses import dataclass

# At least one for each SDK, and one behind the adapter for standard input and output.
PLAYERS = {
    "classic": ["random", "sergeant", "scout", "rover", "marshal", "plodder"],
    "battle": ["random", "sergeant", "scout", "rover"],
    "duel": ["random", "sergeant", "scout", "rover", "marshal"],
    "barrage": ["random", "sergeant", "scout", "rover", "marshal"],
    "bluffing": ["random", "sergeant", "scout", "rover"],
    "cards": ["random", "cardsharp", "rover"],
    "gogo": ["random", "skirmisher", "rover"],
}
SAMPLES = sorted({name for players in PLAYERS.values() for name in players})
# A remote bot, and a bot that is submitted again and again. Both play where the hostile programs play.
REMOTE, SUBMITTED = "far", "mybot"
# As whom people play on the site.
PEOPLE = ["pat", "kim"]
GOOD = [*SAMPLES, REMOTE, SUBMITTED, *PEOPLE]
# The option of each bot that is tuned; all others have a seed, which makes no difference.
TUNED = {"marshal": "think_ms=1..3@2"}
SEED = "seed=1..1000"
# How many games of each ruleset take about as long as ten of barrage.
OF_TEN = {"classic": 2, "battle": 2, "duel": 6, "barrage": 10, "bluffing": 3, "cards": 15, "gogo": 15}
HOSTILE_AT_ONCE = 4
OPTIONS = ["--bot-option", "marshal:think_ms=2"]


@dataclass(frozen=True)
class Tournament:
    format: str
    ruleset: str
    bots: list
    # Of the command that makes it.
    flags: list
    # The least and the most games that it can have; they differ where results decide.
    fewest: int
    most: int

    def command(self):
        return [*made_by(self.format, self.bots), "--ruleset", self.ruleset, *self.flags]


def made_by(format, bots):
    """The arguments of the program that have a server play such a tournament, without what there is for all formats."""
    if format == "tune":
        return ["tune", *bots, "--option", TUNED.get(bots[0], SEED), "--no-watch"]
    return ["tournament", "create", "--format", format, "--bots", ",".join(bots)]


def players(chance, format, bots):
    """Of some bots, as many as the format takes."""
    return chance.sample(bots, {"sprt": 2, "tune": 1}.get(format, len(bots)))


def round_robin(bots, games):
    pairs = bots * (bots - 1) // 2
    rounds = max(1, round(games / pairs / 2))
    return ["--rounds", rounds], 2 * pairs * rounds, 2 * pairs * rounds


def gauntlet(bots, games):
    seeds = 2 if bots > 3 else 1
    pairs = seeds * (bots - seeds)
    rounds = max(1, round(games / pairs / 2))
    return ["--seeds", seeds, "--rounds", rounds], 2 * pairs * rounds, 2 * pairs * rounds


def swiss(bots, games):
    rounds, pairs = bots - 1, bots // 2
    each = even(games / rounds / pairs)
    return ["--rounds", rounds, "--games", each], rounds * pairs * each, rounds * pairs * each


def knockout(bots, games):
    # Each match eliminates one bot, and two more play for the third place.
    matches = bots - 1 + (bots > 3)
    each = even(games / matches)
    tie_break = 5
    return (["--games", each, "--tie-break-pairs", tie_break], matches * (each // 2 + 1),
            matches * (each + 2 * tie_break))


def ladder(bots, games):
    pairs = max(1, bots // 4)
    rounds = max(1, round(games / pairs / 2))
    # A bot that forfeits is left out.
    return ["--rounds", rounds], 2, 2 * pairs * rounds


def sprt(_, games):
    pairs = max(2, round(games / 2))
    return ["--rounds", pairs, "--sprt", "elo0=0", "elo1=5"], 2, 2 * pairs


def tune(_, games):
    # Each pair has processes of its own, which takes longer.
    played = even(games / 4)
    return ["--games", played], played, played


FORMATS = {"round-robin": round_robin, "gauntlet": gauntlet, "swiss": swiss, "knockout": knockout, "ladder": ladder, "sprt": sprt,
           "tune": tune}


def even(number):
    return min(1000, max(2, 2 * round(number / 2)))


class Programme:
    """The choices follow from the seed, except whether the submitted bot is already there."""

    def __init__(self, seed, games, hostile):
        """`games` is the number for a tournament of barrage; others take as long. `hostile` are the names of programs."""
        self.chance = random.Random(f"programme {seed}")
        self.games = games
        self.hostile = self.chance.sample(hostile, len(hostile))
        self.made = 0

    def next(self, has_submitted):
        turn, number = divmod(self.made, len(FORMATS))
        # There are as many of both, so that each turn has other pairs.
        format, ruleset = list(FORMATS)[number], list(PLAYERS)[(turn + number) % len(PLAYERS)]
        self.made += 1
        bots = self.bots_for(format, ruleset, has_submitted)
        games, more = self.more_flags(ruleset, bots)
        flags, fewest, most = FORMATS[format](len(bots), games)
        has_hostile = not set(bots) <= set(GOOD)
        # Many hostile programs use up their whole clock, so it is short.
        flags += ["--tc", "3+0.1 setup=2" if has_hostile else "60+0.5", "--max-plies", 400, "--concurrency",
                  self.chance.choice([2, 4, 8]), "--disconnect-grace", 2 if has_hostile else 10, "--seed",
                  self.chance.randrange(1, 1 << 30)]
        flags += OPTIONS if "marshal" in bots and format != "tune" else []
        return Tournament(format, ruleset, bots, [*flags, *more], fewest, most)

    def bots_for(self, format, ruleset, has_submitted):
        bots = list(PLAYERS[ruleset])
        if ruleset == "barrage" and format not in ("sprt", "tune"):
            bots += [REMOTE] + [SUBMITTED] * has_submitted + self.next_hostile(HOSTILE_AT_ONCE)
        # Their order makes the seeds of a gauntlet, and the pairings of a knockout.
        return players(self.chance, format, bots)

    def next_hostile(self, count):
        """Takes them in turn, so that each comes back as late as possible, when its last tournament is over."""
        taken, self.hostile = self.hostile[:count], self.hostile[count:] + self.hostile[:count]
        return taken

    def more_flags(self, ruleset, bots):
        """The number of games, and the flags by which some tournaments differ."""
        games = self.games * OF_TEN[ruleset] // 10
        is_board = ruleset in ("classic", "battle", "duel", "barrage")
        draw = self.chance.randrange(8)
        if draw == 0 and REMOTE not in bots:
            # Each game has its own processes, which takes ten times as long.
            return games // 10, ["--duplicate"]
        if draw == 1 and is_board:
            return games, ["--book", "standard"]
        return games, {2: ["--anonymous"], 3: ["--unrated"]}.get(draw, [])
