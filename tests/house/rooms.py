"""Which room may include which, lowest first, and which libraries belong to one room alone."""

# A room may include itself, the messages, and the rooms named here.
ROOMS = {
    "referee/base": [],
    "referee/rules": ["referee/base"],
    "referee/rules/board": ["referee/base", "referee/rules"],
    "referee/rules/board_game": ["referee/base", "referee/rules", "referee/rules/board"],
    "referee/rules/cards": ["referee/base", "referee/rules"],
    "referee/rules/bluffing": ["referee/base", "referee/rules", "referee/rules/board", "referee/rules/board_game"],
    "referee/rules/gogo": ["referee/base", "referee/rules"],
    "referee/spectator": ["referee/base"],
    "referee/match": ["referee/base", "referee/rules", "referee/spectator"],
    "referee/net": ["referee/base"],
    "referee/rpc": ["referee/base"],
    "referee/service": ["referee/base", "referee/rules", "referee/spectator", "referee/match", "referee/net", "referee/rpc"],
    "arena/base": ["referee/base"],
    "arena/metrics": ["referee/base"],
    "arena/rating": ["referee/base"],
    "arena/books": ["referee/base", "referee/rules", "referee/rules/board", "referee/rules/board_game"],
    "arena/analysis": ["referee/base", "referee/rules", "referee/rules/board", "referee/rules/board_game", "arena/rating"],
    "arena/values": ["referee/base", "referee/rules", "referee/rules/board", "referee/rules/cards", "arena/base", "arena/books"],
    "arena/imports": ["referee/base", "referee/rules", "arena/base"],
    "arena/tournament": ["referee/base", "referee/rules", "referee/match", "arena/base", "arena/rating"],
    "arena/coordinator": ["referee/base", "arena/tournament"],
    "arena/store": ["referee/base", "arena/base", "arena/rating"],
    "arena/queries": ["referee/base", "referee/rules", "arena/base", "arena/rating", "arena/books", "arena/values", "arena/tournament",
                      "arena/store"],
    "arena/backup": ["referee/base", "arena/base", "arena/store", "arena/queries"],
    "arena/bots": ["referee/base", "arena/base"],
    "arena/webhooks": ["referee/base", "arena/base", "arena/store", "arena/queries"],
    "arena/accounts": ["referee/base", "arena/base", "arena/store", "arena/bots"],
    "arena/api": ["referee/base", "referee/rules", "arena/base", "arena/store", "arena/queries", "arena/bots",
                  "arena/accounts", "arena/webhooks"],
    "arena/replay": ["referee/base", "referee/rules", "referee/rules/board", "referee/rules/board_game",
                     "referee/rules/cards", "referee/rules/gogo", "referee/spectator", "referee/match"],
    "arena/web_pages": ["referee/base", "referee/rules", "arena/base", "arena/rating", "arena/tournament", "arena/store",
                    "arena/queries", "arena/api"],
    "arena/web": ["referee/base", "referee/spectator", "referee/net", "arena/base", "arena/analysis", "arena/store", "arena/queries",
                  "arena/api", "arena/replay", "arena/web_pages"],
    "arena/runner": ["referee/base", "referee/rules", "referee/match", "referee/net", "referee/service", "arena/base", "arena/rating",
                     "arena/books", "arena/tournament", "arena/coordinator", "arena/store", "arena/queries", "arena/bots"],
    "arena/cluster": ["referee/base", "referee/rules", "referee/match", "referee/net", "arena/base", "arena/bots", "arena/tournament",
                      "arena/coordinator", "arena/store", "arena/api", "arena/runner"],
    "arena/client": ["referee/base", "arena/base", "arena/api"],
    "arena/checker": ["referee/base", "referee/rules", "referee/match", "referee/net", "referee/rpc", "referee/service", "arena/base",
                      "arena/bots", "arena/runner"],
    "arena/exam": ["referee/base", "referee/rules", "referee/rules/board_game", "referee/match", "referee/service", "arena/base",
                   "arena/analysis", "arena/bots", "arena/store", "arena/runner"],
    "arena/server": ["referee/base", "referee/net", "referee/rpc", "referee/service", "arena/base", "arena/store", "arena/tournament", "arena/queries",
                     "arena/web", "arena/bots", "arena/accounts", "arena/api", "arena/runner", "arena/cluster", "arena/webhooks",
                     "arena/backup", "arena/metrics"],
    "arena/cli": ["referee/base", "referee/rules", "referee/match", "arena/base", "arena/books", "arena/analysis", "arena/values", "arena/imports", "arena/tournament", "arena/store",
                  "arena/queries", "arena/bots", "arena/accounts", "arena/api", "arena/runner", "arena/cluster", "arena/client", "arena/checker", "arena/exam",
                  "arena/web_pages", "arena/web", "arena/server", "arena/backup"],
    # What a bot author may not include, our bots may not either.
    "sample-bots": ["referee/base", "referee/rules", "referee/rules/board", "referee/rules/board_game",
                    "referee/rules/bluffing", "referee/rules/cards", "referee/rules/gogo"],
}

# The board games live behind the contract: of what stands beside it only the catalogue and the readers and writers of
# texts know them.
BOARD_INSIDERS = ("referee/rules/catalogue.cc", "referee/rules/game_text.cc", "referee/rules/game_text.h",
                  "referee/rules/game_text_reader.cc",
                  "referee/rules/replay_text.cc", "referee/rules/record_text.cc",
                  "referee/rules/record_text_reader.cc", "referee/rules/archive_xml.cc",
                  "referee/rules/example_game.cc", "referee/rules/example_game.h")

# An include that begins so belongs to these rooms only.
OWNERS = {
    "grpcpp": ["arena/client", "sample-bots"],
    "flagfall/v1/bot_service.grpc": ["sample-bots"],
    "flagfall/v1/arena_service.grpc": ["arena/client"],
    "flagfall/v1/worker_service.grpc": ["arena/client"],
    "grpc/": ["referee/service"],
    "nghttp2": ["referee/rpc"],
    "sqlite3": ["arena/store"],
    "zstd": ["arena/store"],
    "zlib": ["arena/web"],
    "curl/": ["arena/webhooks"],
    "expat": ["arena/imports"],
    "png": ["arena/replay"],
    "archive": ["arena/bots"],
    "seccomp": ["arena/bots"],
    "Eigen": ["arena/rating"],
    "lemon/": ["arena/tournament"],
    "pybind11": ["sample-bots"],
}


# Headers that cost seconds of compiling wherever they are included, each with the files that may.
HEAVY = {
    "CLI/": ["arena/cli/command_parser.cc"],
    "Eigen": ["arena/rating/davidson.cc", "arena/rating/nash_averaging.cc", "arena/rating/logistic.cc"],
    "lemon/": ["arena/tournament/min_cost_matching.cc"],
    "archive": ["arena/bots/reader/archive_entries.cc", "arena/bots/pack_folder.cc"],
}


def room_of(path: str) -> str | None:
    """The innermost room that holds the file; None for files outside of all rooms."""
    rooms = [room for room in ROOMS if path.startswith(room + "/")]
    return max(rooms, key=len) if rooms else None


def may_include(path: str, included: str) -> bool:
    source, target = room_of(path), room_of(included)
    if source is None or target is None or source == target or target in ROOMS[source]:
        return True
    return target.startswith("referee/rules/") and path in BOARD_INSIDERS
