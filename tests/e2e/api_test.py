"""The API as other programs meet it: the OpenAPI document, what web-report/API.md says, and what a server answers agree."""

import json
import pathlib
import re
import struct
import unittest
import urllib.parse

import jsonschema

from web_site import SiteTest

API_MD = pathlib.Path(__file__).parents[2] / "web-report" / "API.md"
SHOUTING = re.compile(r"[A-Z]+_[A-Z_]+")


def paths_of_api_md():
    """The paths of API.md's tables with the names of their parameters, as {path: {parameter}}; None where it says
    in words which there are."""
    paths = {}
    for line in API_MD.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| `/") or len(cells) < 3:
            continue
        names = None if "fields of" in cells[1] else set(re.findall("`(\\w+)`", cells[1]))
        for path in re.findall("`(/[^`]*)`", cells[0]):
            paths["/api/v1" + path.removesuffix("/") if path != "/" else "/api/v1"] = names
    return paths


def in_words_of_api_md(path):
    """A path of OpenAPI with its variables as API.md writes them."""
    words = {"pool": "POOL", "bot": "NAME", "opponent": "OTHER", "round": "N"}
    return re.sub(r"\{(\w+)\}", lambda match: words.get(match[1], "ID"), path)


class ApiTest(SiteTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant", "cardsharp", "skirmisher")
        # Every kind of game, and a format with rounds.
        for ruleset, bots in {"barrage": "random,sergeant", "cards": "random,cardsharp", "gogo": "random,skirmisher",
                              "bluffing": "random,sergeant"}.items():
            self.flagfall("tournament", "run", "--bots", bots, "--ruleset", ruleset, "--tc", "5+0.05", "--seed", 7)
        self.flagfall("tournament", "run", "--bots", "random,sergeant", "--ruleset", "duel", "--tc", "5+0.05", "--seed", 7, "--format",
                      "swiss", "--rounds", 1)
        self.serve("--http", "127.0.0.1:0", "--site-url", "https://arena.example/flagfall/")
        self.document = self.api("openapi.json")
        for schema in self.document["components"]["schemas"].values():
            schema["additionalProperties"] = False

    def operation(self, path):
        return self.document["paths"][path]["get"]

    def content(self, path):
        return self.operation(path)["responses"]["200"]["content"]

    def check(self, value, schema, where):
        whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": self.document["components"], **schema}
        errors = list(jsonschema.Draft202012Validator(whole).iter_errors(value))
        self.assertFalse(errors, f"{where}: {[(list(error.absolute_path), error.message[:200]) for error in errors[:3]]}")

    def addresses(self, path):
        """The path with all that its variables may be here."""
        values = {"ruleset": [each["id"] for each in self.api("rulesets")["rulesets"]],
                  "pool": ["barrage", "cards"], "bot": ["random", "sergeant"], "opponent": ["cardsharp"], "tournament": range(1, 6), "round": [1],
                  "id": [f"{number}-1" for number in range(1, 6)]}
        if "set-ups" in path:
            values["ruleset"] = ["barrage", "bluffing"]
        if "/bits/" in path:
            values["ruleset"] = ["barrage", "duel"]
        if "rounds" in path:
            values["tournament"] = [5]
        if "/ratings/" in path:
            values["pool"] = ["barrage"]
        if path.endswith(("/picture", "/picture.png")):
            # There are pictures of boards alone.
            values["id"] = ["1-1", "4-1", "5-1"]
        if path.endswith(("/{id}/xml", "/{id}/analysis")):
            # They are of the classic board games alone.
            values["id"] = ["1-1", "5-1"]
        addresses = [path]
        for name in re.findall(r"\{(\w+)\}", path):
            addresses = [each.replace("{" + name + "}", urllib.parse.quote(str(value), safe="")) for each in addresses
                         for value in values[name]]
        return addresses

    def test_every_path_answers_as_its_schema_says(self):
        for path in self.document["paths"]:
            (kind, content), = self.content(path).items()
            if kind == "text/event-stream":
                continue
            for address in self.addresses(path):
                headers, body = self.get(address)
                self.assertTrue(headers["content-type"].startswith(kind), address)
                if "schema" in content:
                    self.check(json.loads(body), content["schema"], address)

    def test_the_head_of_a_frame_names_a_picture_that_is_there(self):
        _, page = self.get("/embed/game/1-1?ply=3")
        told = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)">', page.decode()))
        self.assertEqual((told["og:image:type"], told["twitter:card"]), ("image/png", "summary"))
        self.assertIn("1-1", told["og:image:alt"])
        address = told["og:image"].removeprefix("https://arena.example/flagfall")
        self.assertEqual(address, "/api/v1/games/1-1/picture.png?ply=3")
        headers, picture = self.get(address)
        self.assertEqual(headers["content-type"], "image/png")
        # Signature, and the first chunk with width and height (PNG specification, 5.2 and 11.2.2).
        self.assertEqual(picture[:16], b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
        self.assertEqual(struct.unpack(">II", picture[16:24]), (int(told["og:image:width"]), int(told["og:image:height"])))
        self.assertEqual(picture[-12:], b"\x00\x00\x00\x00IEND\xaeB`\x82")
        # There are pictures of boards alone.
        _, cards = self.get("/embed/game/2-1")
        self.assertNotIn(b"og:image", cards)
        self.assertIn(b"og:title", cards)

    def test_every_event_is_as_its_schema_says(self):
        seen = set()
        streams = {"/api/v1/games/{id}/events": "games/1-1/events", "/api/v1/tournaments/{tournament}/events": "tournaments/1/events",
                   "/api/v1/events": "events?topics=games/1-1"}
        for path, address in streams.items():
            known = self.content(path)["text/event-stream"]["x-events"]
            for name, data in self.events(address):
                self.check(data, known[name], f"{address} {name}")
                seen.add(name)
        self.assertEqual(seen, {"over", "progress", "0/over", "0/end"})

    def test_every_parameter_is_taken_and_no_other(self):
        examples = {"integer": "1", "boolean": "true", "date-time": "2026-01-31T12:00:00Z"}
        texts = {"bot": "random", "opponent": "sergeant", "ruleset_id": "barrage", "topics": "games/1-1", "page_token": "", "view": "red"}
        for path in self.document["paths"]:
            address = self.addresses(path)[0]
            for parameter in self.operation(path)["parameters"]:
                if parameter["in"] != "query":
                    continue
                name, schema = parameter["name"], parameter["schema"]
                values = schema.get("enum") or [examples.get(schema.get("format", schema["type"]), texts.get(name))]
                beside = {"bot": "random"} if name == "opponent" else {}
                for value in values:
                    self.get(f"{address}?{urllib.parse.urlencode({**beside, name: value})}")
            self.check(json.loads(self.get(f"{address}?surely_not=1", 400)[1]), {"$ref": "#/components/schemas/ApiError"}, path)

    def test_the_index_and_the_guide_name_the_same_paths(self):
        ours = {path: {parameter["name"] for parameter in self.operation(path)["parameters"] if parameter["in"] == "query"}
                for path in self.document["paths"]}
        index = json.loads(self.get("/api")[1])
        self.assertEqual({each["path"]: {parameter["name"] for parameter in each.get("parameters", [])} for each in index["paths"]}, ours)
        self.assertEqual(index["open_api"], "/api/v1/openapi.json")
        guide = paths_of_api_md()
        self.assertEqual({in_words_of_api_md(path) for path in ours}, set(guide))
        for path, names in ours.items():
            if guide[in_words_of_api_md(path)] is not None:
                self.assertEqual(guide[in_words_of_api_md(path)], names, path)

    def test_the_document_is_sound(self):
        self.assertEqual(self.document["openapi"], "3.1.0")
        text = json.dumps(self.document)
        for name in re.findall('"#/components/schemas/([^"]+)"', text):
            self.assertIn(name, self.document["components"]["schemas"])
        for path in self.document["paths"]:
            given = [parameter["name"] for parameter in self.operation(path)["parameters"] if parameter["in"] == "path"]
            self.assertEqual(given, re.findall(r"\{(\w+)\}", path))
        for schema in self.document["components"]["schemas"].values():
            jsonschema.Draft202012Validator.check_schema(schema)

    def test_the_server_answers_to_its_own_names(self):
        for host, status in {"arena.example": 200, "localhost:1": 200, "127.0.0.1": 200, "evil.example": 421}.items():
            self.get("/api/v1/site", status, Host=host)
        self.assertIn("--site-url", self.get("/", 421, Host="evil.example")[1].decode())

    def test_words_for_people_shout_no_names(self):
        for path in ("games?result=lost", "games?reason=x", "bots/eve", "games/1-9", "events", "tournaments/x"):
            connection = self.connect()
            connection.request("GET", "/api/v1/" + path)
            error = json.loads(connection.getresponse().read())
            self.assertNotRegex(error["message"], SHOUTING, path)


if __name__ == "__main__":
    unittest.main()
