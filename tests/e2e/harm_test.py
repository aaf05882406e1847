"""Four bad bots among good ones: the games of the good ones are unharmed, and each loss on time is declared after its deadline.

The test prints how long after its deadline each loss on time was declared, computed from the records alone.
"""

import unittest

from arena import ArenaTest, winner

BAD = ["hang", "crash", "flood", "drip"]
GOOD = ["random", "sergeant"]
# A bot that dies loses the games that it plays, and those that were about to begin. A flood ends its stream, unless its time
# is over first.
DIED = ["REASON_DISCONNECTED", "REASON_FORFEIT_NO_SHOW"]
LOSES_BY = {"hang": ["REASON_OUT_OF_TIME"], "drip": ["REASON_OUT_OF_TIME"], "crash": DIED,
            "flood": ["REASON_OUT_OF_TIME", *DIED]}


class Harm(ArenaTest):
    def test_bad_bots_harm_only_themselves(self):
        self.add_bad(*BAD)
        self.add_sample(*GOOD)
        self.flagfall("tournament", "run", "--bots", ",".join(BAD + GOOD), "--ruleset", "classic", "--rounds", 2,
                      "--games", 2, "--tc", "4+0.2 setup=5", "--concurrency", 4, "--seed", 9, "--faults-max", 1000)
        games = self.games()
        self.assertEqual(len(games), 6 * 5 // 2 * 4)
        delays = {}
        for game in games:
            self.check(game, delays)
        self.assert_sound()
        self.wait_until_nobody_is_left()
        for loser, late in sorted(delays.items()):
            print(f"{loser}: {len(late)} losses on time, declared {min(late) / 1000:.2f} to {max(late) / 1000:.2f} ms "
                  f"after their deadlines, {sorted(late)[len(late) // 2] / 1000:.2f} in the middle")

    def check(self, game, delays):
        players = {game["red"], game["blue"]}
        reason = game["outcome"]["reason"]
        bad = players & set(BAD)
        if not bad:
            self.assertNotIn(reason, ("REASON_OUT_OF_TIME", "REASON_DISCONNECTED", "REASON_FORFEIT_NO_SHOW",
                                      "REASON_SLOW_READER", "REASON_HOST_LATE"), game)
            return
        if reason in ("REASON_OUT_OF_TIME", "REASON_DISCONNECTED", "REASON_FORFEIT_NO_SHOW"):
            loser, = players - {winner(game)}
            self.assertIn(loser, bad, game)
            self.assertIn(reason, LOSES_BY[loser], game)
        if reason == "REASON_OUT_OF_TIME":
            late = lateness_micros(self.record(game["game_id"]))
            self.assertGreaterEqual(late, 0, "declared before its deadline")
            delays.setdefault(loser, []).append(late)


def lateness_micros(record):
    """How long after its deadline the loss on time was declared."""
    loser = {"RESULT_RED_WINS": "SIDE_BLUE", "RESULT_BLUE_WINS": "SIDE_RED"}[record["outcome"]["result"]]
    control = record["time_control"]
    clock, sent, is_set_up = int(control["base_micros"]), None, True
    for entry in record["entries"]:
        if entry.get("side") != loser:
            continue
        if "decision_sent" in entry:
            sent = int(entry.get("at_micros", 0))
        elif "acted" in entry:
            sent = None
            if "ply" in entry["acted"].get("action", {}):
                clock = int(entry["acted"].get("clock_micros", 0))
            is_set_up = False
    assert sent is not None, "no decision was open"
    deadline = sent + (int(control["set_up_micros"]) if is_set_up else clock) + int(control.get("margin_micros", 0))
    return int(record["entries"][-1].get("at_micros", 0)) - deadline


if __name__ == "__main__":
    unittest.main()
