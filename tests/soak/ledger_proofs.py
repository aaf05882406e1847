"""Whether a ledger, read beside its server or just after that was killed, holds all that anybody was told. Reading changes nothing
of it: SQLite neither recovers nor checkpoints for a connection that only reads."""

import hashlib
import sqlite3

GAME = """SELECT red.name AS red, blue.name AS blue, result, reason, plies, attempt, start_time_us
  FROM games JOIN bots AS red ON red.bot_id = red_bot_id JOIN bots AS blue ON blue.bot_id = blue_bot_id WHERE game_id = ?"""
UNDER_WAY = ("received", "unpacking", "checking_manifest", "building", "checking")


class Ledger:
    def __init__(self, path):
        self.ledger = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.ledger.row_factory = sqlite3.Row

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ledger.close()

    def one(self, sql, *values):
        row = self.ledger.execute(sql, values).fetchone()
        return row[0] if row else None

    def counted(self):
        """Games and links, and the newest head: what must be there in every later life."""
        return {"games": self.one("SELECT count(*) FROM games"), "links": self.one("SELECT max(link) FROM chain"),
                "head": self.one("SELECT hex(head) FROM chain WHERE link = (SELECT max(link) FROM chain)").lower()}

    def submissions_under_way(self):
        marks = ", ".join("?" * len(UNDER_WAY))
        return [row[0] for row in self.ledger.execute(f"SELECT state FROM submissions WHERE state IN ({marks}) ORDER BY 1", UNDER_WAY)]

    def wrong_games(self, told):
        """Of (who, game, facts): what is not there as it was told."""
        wrong = []
        for who, game_id, facts in told:
            row = self.ledger.execute(GAME, (game_id,)).fetchone()
            if row is None:
                wrong.append(f"lost: game {game_id}, of which {who} was told {facts}")
            elif any(row[name] != value for name, value in facts.items()):
                wrong.append(f"changed: game {game_id}, of which {who} was told {facts}, is {dict(row)}")
        return wrong

    def wrong_heads(self, heads):
        """Of {link: {(hash, ...)}}: heads that were shown and are not at their link any more."""
        return [f"head {shown[0]} of link {link} was shown, and the chain has {self.one('SELECT hex(head) FROM chain WHERE link = ?', link)}"
                for link, all_shown in heads.items() for shown in all_shown
                if (self.one("SELECT hex(head) FROM chain WHERE link = ?", link) or "").lower() != shown[0]]

    def doubled(self):
        """What is there twice, by rules that do not trust the tables' own."""
        return [f"doubled: {name} {row[0]}, {row[1]} times" for name, sql in (
            ("game", "SELECT game_id, count(*) FROM games GROUP BY game_id HAVING count(*) > 1"),
            ("rating of the game with the sequence", "SELECT sequence, count(*) FROM rating_changes GROUP BY sequence HAVING count(*) > 1"),
            ("link of a result", "SELECT game_id, count(*) FROM chain WHERE kind = 'game' GROUP BY game_id HAVING count(*) > 1"),
            ("bot", "SELECT name, count(*) FROM bots GROUP BY name HAVING count(*) > 1"),
            ("report", "SELECT json_extract(body, '$.game.game_id'), count(*) FROM webhook_deliveries WHERE event = 'game' "
                       "GROUP BY webhook_id, 1 HAVING count(*) > 1"),
        ) for row in self.ledger.execute(sql)]

    def wrong_ratings(self):
        """Each bot's games in a pool are as many as changed its rating there, and these changes lead to the rating."""
        return [f"rating of bot {row[0]} in {row[1]}: {row[2]} games, and {row[3]} changes" for row in self.ledger.execute(
            """SELECT bot_id, pool, wins + draws + losses AS games,
                 (SELECT count(*) FROM rating_changes AS c WHERE c.pool = ratings.pool AND bot_id IN (red_bot_id, blue_bot_id)) AS changes
               FROM ratings WHERE games <> changes""")]

    # ---- What callers were told of other things: each returns whether it holds.

    def has_user(self, name):
        return self.one("SELECT 1 FROM users WHERE name = ? AND removed_time_us IS NULL", name) is not None

    def has_token(self, secret):
        return self.one("SELECT 1 FROM tokens WHERE sha256 = ? AND revoked_time_us IS NULL",
                        hashlib.sha256(secret.encode()).digest()) is not None

    def has_link(self, secret):
        return self.one("SELECT 1 FROM sign_in_links WHERE sha256 = ?", hashlib.sha256(secret.encode()).digest()) is not None

    def has_tournament(self, id):
        return self.one("SELECT 1 FROM tournaments WHERE tournament_id = ?", id) is not None

    def standing(self, id):
        return self.one("SELECT standing FROM tournaments WHERE tournament_id = ?", id)

    def folder_of_bot(self, name):
        return self.one("SELECT folder FROM bots WHERE name = ?", name)

    def is_retired(self, name):
        return self.one("SELECT 1 FROM bots WHERE name = ? AND retired_reason IS NOT NULL", name) is not None
