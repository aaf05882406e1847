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
    Mutation("leak: spectators know Red's types", "duel", "referee/rules/side_messages.h",
             "return observer == v1::OBSERVER_ALL ||",
             "return observer == v1::OBSERVER_ALL || "
             "(observer == v1::OBSERVER_SPECTATOR && side == Side::kRed) ||"),
    Mutation("leak: revealed pieces are told ordered by type", "barrage", VIEW,
             "if (now.has(PieceKnowledge::kIsRevealed) && !old.has(PieceKnowledge::kIsRevealed)) revealed |= bit;",
             "if (now.has(PieceKnowledge::kIsRevealed) && !old.has(PieceKnowledge::kIsRevealed) && id % 7 != 3) "
             "revealed |= bit;"),
    Mutation("leak: a refusal's text names the hidden type of the piece attacked", "duel", GAME,
             "FLAGFALL_RETURN_IF_ERROR(board::CheckPly(state, made));",
             "if (const absl::Status bad = board::CheckPly(state, made); !bad.ok()) {\n"
             "    const auto at = made.to < board::kSquares ? state.PieceAt(made.to) : board::kNoPiece;\n"
             "    return ClauseError(ClauseOf(bad), absl::StrCat(bad.message(), at == board::kNoPiece ? 0 : "
             "static_cast<int>(state.PieceOf(at).type)));\n  }"),
    Mutation("leak: removals are not told", "barrage", VIEW,
             "if (now.removal_ply != old.removal_ply) removed |= bit;", ""),
    Mutation("rules: a set-up can be changed", "barrage", "referee/rules/board_game/board_play.cc",
             "  if (IsSetUp(side, world)) return ClauseError", "  if (world.play_begun) return ClauseError"),
    Mutation("rules: equals do not fall together", "classic", "referee/rules/board/piece.h",
             "if (attacker == defender) return AttackResult::kBothRemoved;", ""),
    Mutation("rules: Miners do not take Bombs", "classic", "referee/rules/board/piece.h",
             "attacker == PieceType::kMiner ?", "attacker == PieceType::kSergeant ?"),
    Mutation("rules: the Spy does not take the Marshal", "barrage", "referee/rules/board/piece.h",
             "if (attacker == PieceType::kSpy && defender == PieceType::kMarshal) return", "if (false) return"),
]

TALK_VIEW = "referee/rules/bluffing/view.cc"
TALK_WORLD = "referee/rules/bluffing/world.cc"
TALK_COMBAT = "referee/rules/bluffing/combat.cc"

BLUFFING = [
    Mutation("leak: an uncalled claim that is true shows as proved", "bluffing", TALK_VIEW,
             "    if (table.pieces[id] != PieceTalk()) FillPiece(id, table.pieces[id], *view.add_pieces());\n",
             "    if (table.pieces[id] != PieceTalk()) FillPiece(id, table.pieces[id], *view.add_pieces());\n"
             "    if (table.pieces[id].claim != PieceType::kUnknown && table.pieces[id].claim == "
             "world.board.state.PieceOf(id).type) view.mutable_pieces()->rbegin()->clear_claim();\n"),
    Mutation("leak: what fell face down is shown", "bluffing", TALK_WORLD,
             "    if (TypeOf(id, world) == PieceType::kFlag) {\n      Reveal(id, world);",
             "    if (TypeOf(id, world) >= PieceType::kBomb) {\n      Reveal(id, world);"),
    Mutation("leak: a movement that was a bluff narrows the types to the true one", "bluffing", TALK_WORLD,
             "    Narrow(piece, kAllTypes & ~movers, world);\n    return true;",
             "    Narrow(piece, Only(TypeOf(piece, world)), world);\n    return true;"),
    Mutation("leak: whether a movement may be called depends on whether it was a bluff", "bluffing", TALK_VIEW,
             "view.set_may_call_movement(table.may_call_movement);",
             "view.set_may_call_movement(table.may_call_movement && (!world.board.last_ply.has_value() || "
             "world.board.state.PieceAt(world.board.last_ply->to) == board::kNoPiece || "
             "world.board.state.PieceOf(world.board.state.PieceAt(world.board.last_ply->to)).type != "
             "board::PieceType::kBomb));"),
    Mutation("views: a piece narrowed by a call is not told", "bluffing", TALK_VIEW,
             "    if (now.pieces[id] != before.pieces[id]) FillPiece",
             "    if (now.pieces[id].claim != before.pieces[id].claim) FillPiece"),
    Mutation("views: tokens gained are not told", "bluffing", TALK_VIEW,
             "  if (now.tokens != before.tokens) FillTokens(now, *Add(events.followed).mutable_tokens());\n", ""),
    Mutation("rules: tokens are not consumed", "bluffing", TALK_WORLD,
             "  world.table.tokens[IndexOf(OwnerOf(contest.attacker, world))] -= contest.tokens;\n", ""),
    Mutation("rules: a right call of the defence gains no token", "bluffing", TALK_WORLD,
             "  GainToken(OwnerOf(contest.attacker, world), world);\n  const auto with", "  const auto with"),
    Mutation("rules: a Bomb does not fall to a strength of three", "bluffing", TALK_COMBAT,
             "attacker == PieceType::kMiner || strength == static_cast<int>(PieceType::kMiner)",
             "attacker == PieceType::kMiner"),
    Mutation("rules: a ply called rightly is not taken back", "bluffing", TALK_WORLD,
             "    world.board.state = world.before;\n    world.board.state.Pass();\n", ""),
    Mutation("rules: combat after a right call of the attack goes by the claim", "bluffing", TALK_WORLD,
             "return Combat(attacker, contest.tokens, defender, ElevenBeatsSpy(world));\n  };\n  if (against",
             "return Combat(contest.claim, contest.tokens, defender, ElevenBeatsSpy(world));\n  };\n  if (against"),
]

CARDS_VIEW = "referee/rules/cards/cards_view.cc"
CARDS_STATE = "referee/rules/cards/cards_state.cc"

CARDS = [
    Mutation("leak: a hand that was seen is seen by spectators", "cards", CARDS_VIEW,
             "(army.hand_is_seen && IsOpponent(observer, side))", "army.hand_is_seen"),
    Mutation("leak: what a peek showed is shown to everybody", "cards", CARDS_VIEW,
             "(card.is_peeked && IsOpponent(observer, side))", "card.is_peeked"),
    Mutation("leak: the size of the hand tells who has chosen its front line", "cards", CARDS_VIEW,
             "    known.hand.size = kDealt;\n    return known;",
             "    known.hand.size = static_cast<std::uint8_t>(army.hand.size());\n    return known;"),
    Mutation("leak: a hand seen is known after it has changed", "cards", CARDS_STATE,
             "    army.hand.push_back(army.deck.pop_back());\n    army.hand_is_seen = false;",
             "    army.hand.push_back(army.deck.pop_back());"),
    Mutation("leak: the size of the deck hangs on its top card", "cards", CARDS_VIEW,
             "known.deck_size = static_cast<std::uint8_t>(army.deck.size());",
             "known.deck_size = static_cast<std::uint8_t>(army.deck.size() + "
             "(!army.deck.empty() && *(army.deck.end() - 1) == Card::kBomb ? 1 : 0));"),
    Mutation("leak: front cards not known are told by whether they could attack", "cards", CARDS_VIEW,
             ".is_shown = card.is_shown,", ".is_shown = card.is_shown || !CanAttack(card.card),"),
    Mutation("rules: the Spotter's error is forgotten", "cards", CARDS_STATE,
             "    card.excluded |= static_cast<std::uint16_t>(1 << static_cast<int>(move.named));\n", ""),
    Mutation("rules: the attacker is not removed when it loses", "cards", CARDS_STATE,
             "if (deed.combat != Combat::kAttackerStays) Remove(state.side",
             "if (deed.combat == Combat::kBothRemoved) Remove(state.side"),
    Mutation("rules: hands are refilled to four", "cards", CARDS_STATE,
             "  DrawUpTo(kHand, army);", "  DrawUpTo(kHand + 1, army);"),
    Mutation("rules: who cannot attack plays on", "cards", CARDS_STATE,
             "  if (army.can_attack()) return;\n", "  if (army.can_attack() || army.front_size() > 0) return;\n"),
    Mutation("chance: now and then a deck is not shuffled", "cards", CARDS_STATE,
             "  Shuffle(cards, chance);\n", "  if (chance() % 2 == 0) Shuffle(cards, chance);\n"),
]

ROLES_KNOWN = "referee/rules/gogo/knowledge.cc"
FIELD_COMBAT = "referee/rules/gogo/combat.cc"
FIELD_CAPTURE = "referee/rules/gogo/capture.cc"

GOGO = [
    Mutation("leak: roles show once a player has acted", "gogo", ROLES_KNOWN,
             "if (knows_roles || player.is_on_display) known.role",
             "if (knows_roles || player.is_on_display || player.has_acted || player.role == Role::kMonarch) "
             "known.role"),
    Mutation("leak: a base shows before both teams have placed theirs", "gogo", ROLES_KNOWN,
             "(world.rules.chooses_bases || world.rules.rounds > 1) && world.part != Part::kBases;",
             "(world.rules.chooses_bases || world.rules.rounds > 1) && "
             "(world.part != Part::kBases || world.StateOf(team).has_chosen_ground);"),
    Mutation("views: nothing is told to begin a round", "gogo", "referee/rules/gogo/knowledge_messages.cc",
             "    events.back().mutable_gogo()->mutable_changed()->set_begins_round(true);\n", ""),
    Mutation("leak: a team all of whose players are Traps passes by itself", "gogo", FIELD_COMBAT,
             "if (!player.has_acted && !IsTrapOnDisplay(player) &&",
             "if (!player.has_acted && !IsTrapOnDisplay(player) && player.role != Role::kTrap &&"),
    Mutation("leak: a Trap that cannot capture is said to have acted", "gogo", FIELD_CAPTURE,
             "      player.is_surely_trap = true;\n",
             "      player.is_surely_trap = true;\n      player.has_beaten_guard = world.captors != 0;\n"),
    Mutation("leak: a refused block tells what the challenger is", "gogo", FIELD_COMBAT,
             'absl::StrCat("player ", number, " may not block; expected ", names, "nobody")',
             'absl::StrCat("player ", number, " may not block; expected ", names, "nobody", '
             'static_cast<int>(world.players[challenge.challenger].role))'),
    Mutation("views: cards lost are not told", "gogo", ROLES_KNOWN,
             "    knowledge.lost[IndexOf(team)] = world.StateOf(team).lost;\n", ""),
    Mutation("rules: who has attacked may attack again", "gogo", FIELD_COMBAT,
             "  world.players[attacker].has_acted = true;\n", ""),
    Mutation("rules: guards guard although they are farther from the flag", "gogo", FIELD_CAPTURE,
             "return world.AreWithinReach(guard, player) &&\n", "return world.AreWithinReach(guard, player) ||\n"),
    Mutation("rules: Traps capture", "gogo", FIELD_CAPTURE,
             "if (player.role == Role::kTrap) {", "if (player.role == Role::kNone) {"),
    Mutation("rules: the smaller team has the first challenge", "gogo", FIELD_COMBAT,
             "red != blue ? red > blue", "red != blue ? red < blue"),
    Mutation("rules: in odd ticks the beaten keep their card", "gogo", FIELD_COMBAT,
             "  team.lost.push_back(", "  if (world.tick % 2 == 0) team.lost.push_back("),
]

MUTATIONS = BOARD + BLUFFING + CARDS + GOGO
