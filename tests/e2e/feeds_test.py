"""The site's Atom feeds as a feed reader meets them: from a server, and among the files of a report."""

import re
import unittest
import urllib.parse
import xml.etree.ElementTree as ElementTree

from web_site import SiteTest

ATOM = "{http://www.w3.org/2005/Atom}"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


class Feeds(SiteTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant", "scout")
        self.flagfall("tournament", "run", "--bots", "random,sergeant,scout", "--ruleset", "barrage", "--tc", "60+1", "--name",
                      "Spring <cup> & more", "--games", 2)

    def check(self, data):
        """What RFC 4287 asks of every feed. Returns the entries as {title: entry}."""
        feed = ElementTree.fromstring(data)
        self.assertEqual(feed.tag, ATOM + "feed")
        self.assertTrue(feed.findtext(f"{ATOM}author/{ATOM}name"))
        entries = feed.findall(ATOM + "entry")
        for part in [feed, *entries]:
            for name in ("id", "title", "updated"):
                self.assertEqual(len(part.findall(ATOM + name)), 1, name)
            self.assertRegex(part.findtext(ATOM + "id"), r"^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
            self.assertRegex(part.findtext(ATOM + "updated"), TIME)
            links = [link.get("rel") for link in part.findall(ATOM + "link")]
            self.assertEqual(links.count("alternate"), 1)
            self.assertEqual(links.count("self"), 1 if part is feed else 0)
        ids = [part.findtext(ATOM + "id") for part in [feed, *entries]]
        self.assertEqual(len(ids), len(set(ids)))
        times = [entry.findtext(ATOM + "updated") for entry in entries]
        # A feed of a tournament that has just begun may have no entry yet.
        if times:
            self.assertEqual(feed.findtext(ATOM + "updated"), max(times))
        self.ids = ids
        self.links = [link.get("href") for link in feed.iter(ATOM + "link")]
        return {entry.findtext(ATOM + "title"): entry for entry in entries}

    def feed(self, path, is_quiet=True):
        """`is_quiet`: nothing happens that it tells of."""
        headers, body = self.get("/api/v1/" + path)
        self.assertEqual(headers["content-type"], "application/atom+xml; charset=utf-8")
        if is_quiet:
            self.get("/api/v1/" + path, 304, **{"If-None-Match": headers["etag"]})
        return self.check(body)

    def test_a_server_has_feeds_of_everything(self):
        self.serve("--http", "127.0.0.1:0", "--site-url", "https://arena.example/flagfall")
        entries = self.feed("feed")
        self.assertTrue(any(title.startswith("Spring <cup> & more: ") for title in entries), entries)
        self.assertIn("New: random, version 1.0", entries)
        self.assertTrue(all(link.startswith("https://arena.example/flagfall/") for link in self.links), self.links)
        first = self.ids
        entries = self.feed("tournaments/1/feed")
        self.assertIn("Spring <cup> & more has begun", entries)
        days = [entry for title, entry in entries.items() if "games on" in title]
        self.assertEqual(sum(len([link for link in entry.findall(ATOM + "link") if link.get("rel") == "related"])
                             for entry in days), 6)
        self.feed("bots/random/feed")
        self.get("/api/v1/bots/nobody/feed", 404)
        self.get("/api/v1/tournaments/9/feed", 404)
        # Ids are the same under another address and in another process; links follow the reader's address.
        self.end_server()
        self.serve("--http", "127.0.0.1:0")
        self.feed("feed")
        self.assertEqual(self.ids, first)
        own = urllib.parse.urljoin("http://localhost/flagfall/api/v1/feed", self.links[0])
        self.assertEqual(own, "http://localhost/flagfall/api/v1/feed")
        self.feed("bots/random/feed")
        self.assertIn("../../../../#/bots/random", self.links)

    def test_what_a_server_tells_while_it_plays(self):
        # Its process ends at once.
        self.flagfall("bot", "add", self.write_bot("broken"))
        self.serve("--http", "127.0.0.1:0")
        self.ask(self.zoe, "tournament", "create", "--bots", "random,sergeant,broken", "--ruleset", "barrage", "--tc", "60+1", "--rounds",
                 5000, "--faults-max", 1)
        self.wait_for(lambda: any("broken" in title and "suspended" in title for title in self.feed("tournaments/2/feed", is_quiet=False)),
                      "the suspension")
        self.ask(self.zoe, "tournament", "pause", 2)
        self.wait_for(lambda: any(title.endswith(" is paused") for title in self.feed("tournaments/2/feed", is_quiet=False)), "the pause")
        self.assertNotIn(str(self.folder), self.get("/api/v1/tournaments/2/feed")[1].decode())

    def test_a_report_has_them_as_files(self):
        site = self.folder / "site"
        self.flagfall("report", "--out", site)
        index = (site / "index.html").read_text()
        if "flagfall-source" in index:
            self.assertIn('type="application/atom+xml" title="News of the arena" href="./data/feeds/site.xml"', index)
        for name in ("site", "tournaments/1", "bots/random"):
            path = site / "data/feeds" / f"{name}.xml"
            self.check(path.read_bytes())
            depth = len(path.relative_to(site).parts) - 1
            self.assertEqual(self.links[0], "../" * depth + str(path.relative_to(site)))
        self.flagfall("report", "--out", site, "--site-url", "https://arena.example")
        self.check((site / "data/feeds/site.xml").read_bytes())
        self.assertEqual(self.links[0], "https://arena.example/data/feeds/site.xml")
        self.assertIn("--site-url: 'arena' is no address", self.flagfall("report", "--out", site, "--site-url", "arena", code=None).stderr)


if __name__ == "__main__":
    unittest.main()
