"""Faults to be planted one at a time: each has to be caught (mutate.py). A text must occur exactly once in its file."""

from typing import NamedTuple


class Mutation(NamedTuple):
    """A fault."""

    what: str
    # The ruleset whose tests have to notice it.
    ruleset: str
    path: str
    old: str
    new: str


VIEW = "referee/rules/board_game/board_view.cc"
GAME = "referee/rules/board_game/board_game.cc"

BOARD = [
    Mutation("leak: a piece that has moved shows its type", "duel", VIEW,
             "if (knows_type || piece.is_revealed) known.type", "if (knows_type || piece.has_moved) known.type"),
    Mutation("leak: the opponent's set-up is seen before play", "duel", VIEW,
             "if (!world.play_begun && !knows_type) return {};", ""),
    Mutation("leak: spectators know Red's types", "duel", VIEW,
             "return observer == v1::OBSERVER_ALL ||",
             "return observer == v1::OBSERVER_ALL || (observer == v1::OBSERVER_SPECTATOR && side == board::Side::kRed) ||"),
    Mutation("leak: revealed pieces are told ordered by type", "barrage", VIEW,
             "if (now.has(PieceKnowledge::kIsRevealed) && !old.has(PieceKnowledge::kIsRevealed)) revealed |= bit;",
             "if (now.has(PieceKnowledge::kIsRevealed) && !old.has(PieceKnowledge::kIsRevealed) && id % 7 != 3) revealed |= bit;"),
    Mutation("leak: a refusal's text names the hidden type of the piece attacked", "duel", GAME,
             "FLAGFALL_RETURN_IF_ERROR(board::CheckPly(state, made));",
             "if (const absl::Status bad = board::CheckPly(state, made); !bad.ok()) {\n"
             "    const auto at = made.to < board::kSquares ? state.PieceAt(made.to) : board::kNoPiece;\n"
             "    return ClauseError(ClauseOf(bad), absl::StrCat(bad.message(), at == board::kNoPiece ? 0 : "
             "static_cast<int>(state.PieceOf(at).type)));\n  }"),
    Mutation("leak: removals are not told", "barrage", VIEW,
             "if (now.removal_ply != old.removal_ply) removed |= bit;", ""),
    Mutation("rules: a set-up can be changed", "barrage", GAME,
             'if (is_set_up_[IndexOf(side)]) return ClauseError("R1.3", "this side\'s set-up is in already; it cannot be changed");',
             ""),
    Mutation("rules: equals do not fall together", "classic", "referee/rules/board/piece.h",
             "if (attacker == defender) return AttackResult::kBothRemoved;", ""),
    Mutation("rules: Miners do not take Bombs", "classic", "referee/rules/board/piece.h",
             "attacker == PieceType::kMiner ?", "attacker == PieceType::kSergeant ?"),
    Mutation("rules: the Spy does not take the Marshal", "barrage", "referee/rules/board/piece.h",
             "if (attacker == PieceType::kSpy && defender == PieceType::kMarshal) return AttackResult::kAttackerWins;", ""),
]

MUTATIONS = BOARD
