"""The samples as a picture: a panel for each figure, a colour for each life of the server, its memory's line across it."""

from html import escape

WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 1200, 150, 90, 40, 50, 40
COLOURS = ["#1b6ca8", "#b5532a"]
PANELS = [
    ("memory of the server without the ledger's, MiB", lambda s: s.own_kib / 1024),
    ("the ledger's, MiB", lambda s: s.ledger_memory_kib / 1024),
    ("memory of the server, RSS, MiB", lambda s: s.rss_kib / 1024),
    ("of it not mapped from files, MiB", lambda s: s.anonymous_kib / 1024),
    ("descriptors", lambda s: s.descriptors),
    ("threads", lambda s: s.threads),
    ("ledger, MiB", lambda s: s.ledger_bytes / (1 << 20)),
    ("write-ahead log, MiB", lambda s: s.wal_bytes / (1 << 20)),
    ("games stored", lambda s: None if s.games < 0 else s.games),
    ("bots' logs, MiB", lambda s: s.logs_bytes / (1 << 20)),
    ("backups, MiB", lambda s: s.backups_bytes / (1 << 20)),
    ("folders of the workers, MiB", lambda s: s.workers_bytes / (1 << 20)),
    ("memory of the workers, RSS, MiB", lambda s: s.workers_kib / 1024),
    ("plies a second", lambda s: None if s.plies_per_second < 0 else s.plies_per_second),
]


def text(x, y, words, anchor="start", size=12):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(words)}</text>'


def polyline(points, colour, width=1.3, more=""):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}" {more}/>'


def svg(samples, growths, title):
    end_s = max(sample.seconds for sample in samples)
    height = TOP + len(PANELS) * (PANEL + GAP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
             f'<rect width="{WIDTH}" height="{height}" fill="white"/>', text(LEFT, 24, title, size=16)]
    for number, (name, value) in enumerate(PANELS):
        parts += panel(samples, growths if number == 0 else [], name, value, TOP + number * (PANEL + GAP), end_s)
    return "\n".join([*parts, "</svg>"])


def panel(samples, growths, name, value, top, end_s):
    values = [found for found in map(value, samples) if found is not None]
    high = 1.05 * max([*values, *(growth.last_kib / 1024 for growth in growths)], default=0) or 1

    def at(seconds, found):
        return LEFT + seconds / end_s * (WIDTH - LEFT - RIGHT), top + PANEL * (1 - found / high)

    parts = [text(LEFT, top - 5, name)]
    for share in (0, 0.5, 1):
        x, y = at(0, share * high)
        parts += [polyline([(x, y), at(end_s, share * high)], "#ccc", 0.7), text(x - 6, y + 4, f"{share * high:.4g}", "end", 11)]
    for tenth in range(11):
        x, y = at(end_s * tenth / 10, 0)
        parts.append(text(x, y + 14, f"{end_s * tenth / 600:.1f} min", "middle", 10))
    for life in sorted({sample.life for sample in samples}):
        of_life = [sample for sample in samples if sample.life == life]
        begin = at(of_life[0].seconds, 0)
        parts.append(polyline([begin, (begin[0], top)], "#aaa", 0.6, 'stroke-dasharray="2 3"'))
        parts.append(polyline([at(sample.seconds, value(sample)) for sample in of_life if value(sample) is not None],
                              COLOURS[life % 2]))
    for growth in growths:
        parts.append(polyline([at(growth.began_s, growth.first_kib / 1024), at(growth.ended_s, growth.last_kib / 1024)],
                              "#000" if growth.is_flat else "#e00", 2, 'stroke-dasharray="6 3"'))
    return parts
