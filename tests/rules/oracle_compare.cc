#include "tests/rules/oracle_compare.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

#include "referee/base/check.h"

namespace flagfall {
namespace {

board::BoardRules EngineRules(const slow::Rules& rules) {
  board::BoardRules engine = board::BoardRules::Classic();
  if (rules.ruleset == "battle") engine = board::BoardRules::Battle();
  if (rules.ruleset == "duel") engine = board::BoardRules::Duel();
  if (rules.ruleset == "barrage") engine = board::BoardRules::Barrage();
  engine.chase_turns_max = static_cast<std::uint8_t>(rules.chase_turns);
  engine.two_squares_piece = rules.two_squares_piece;
  engine.two_squares_max = static_cast<std::uint8_t>(rules.two_squares);
  engine.chase = board::ChaseKind::kOff;
  if (rules.chase == "position-repetition") engine.chase = board::ChaseKind::kPositionRepetition;
  if (rules.chase == "consecutive-turns") engine.chase = board::ChaseKind::kConsecutiveTurns;
  engine.chase_scope = rules.chase_scope == "game" ? board::ChaseScope::kGame : board::ChaseScope::kRun;
  return engine;
}

// "legal: a4-a5 ... barred: e4-e3(R3.2) ...", as the engine and as the slow implementation see it.
std::string EnginePlies(const board::BoardState& engine) {
  board::PlyList legal;
  engine.LegalPlies(legal);
  legal.Sort();
  std::vector<board::BarredPly> barred;
  engine.BarredPlies(barred);
  std::sort(barred.begin(), barred.end(), [](const auto& a, const auto& b) { return a.ply < b.ply; });
  std::ostringstream out;
  out << "legal:";
  for (const board::Ply& ply : legal) out << ' ' << board::PlyName(ply);
  out << " barred:";
  for (const board::BarredPly& one : barred)
    out << ' ' << board::PlyName(one.ply) << '(' << ClauseOfBar(one.bar) << ')';
  return out.str();
}

std::string SlowPlies(const slow::Judgement& judgement) {
  std::ostringstream out;
  out << "legal:";
  for (const slow::Ply& ply : judgement.legal) out << ' ' << slow::PlyName(ply);
  out << " barred:";
  for (const slow::BarredPly& one : judgement.barred) out << ' ' << slow::PlyName(one.ply) << '(' << one.clause << ')';
  return out.str();
}

std::string EngineResult(const board::BoardState& engine) {
  const std::optional<board::BoardResult> result = engine.Result();
  if (!result.has_value()) return "none none";
  const std::string winner =
      !result->winner.has_value() ? "draw" : (*result->winner == Side::kRed ? "red_wins" : "blue_wins");
  switch (result->reason) {
    case board::EndReason::kFlagCaptured:
      return winner + " flag_captured";
    case board::EndReason::kNoLegalPly:
      return winner + " no_legal_ply";
    case board::EndReason::kBothImmobile:
      return winner + " both_immobile";
  }
  return "";
}

std::string Describe(bool on_board, int square, bool has_moved, bool is_revealed) {
  return std::string(on_board ? "on " + slow::SquareName(square) : "removed") + (has_moved ? ", has moved" : "") +
         (is_revealed ? ", revealed" : "");
}

std::string PieceDifference(const board::BoardState& engine, const slow::PieceState& piece) {
  const board::Piece& other = engine.PieceOf(static_cast<board::PieceId>(piece.origin));
  const std::string mine = Describe(piece.square != slow::kNobody, piece.square, piece.has_moved, piece.is_revealed);
  const std::string theirs = Describe(other.on_board(), other.square, other.has_moved, other.is_revealed);
  if (mine == theirs) return "";
  return "piece of " + slow::SquareName(piece.origin) + ": slow " + mine + "; engine " + theirs;
}

std::string Report(const std::string& difference, slow::GameText game, const std::vector<slow::Ply>& made) {
  game.plies = made;
  return difference + "\nafter\n" + slow::WriteGameText(game);
}

// The part of CompareAll below one position.
std::string CompareBelow(const slow::GameText& game, const board::BoardState& engine, std::vector<slow::Ply>& made,
                         int depth, OracleCounts& counts) {
  const slow::History history = slow::PlayOut(game.pieces, made);
  const slow::Judgement judgement = slow::JudgeHistory(game.rules, history);
  Count(history, judgement, counts);
  const std::string difference = DifferenceOf(engine, judgement);
  if (!difference.empty()) return Report(difference, game, made);
  if (depth == 0 || judgement.result != "none") return "";
  for (const slow::Ply& ply : judgement.legal) {
    board::BoardState next = engine;
    next.Make(EnginePly(ply));
    made.push_back(ply);
    std::string below = CompareBelow(game, next, made, depth - 1, counts);
    made.pop_back();
    if (!below.empty()) return below;
  }
  return "";
}

}  // namespace

board::BoardState EngineAtStart(const slow::GameText& game) {
  std::vector<board::Placement> red;
  std::vector<board::Placement> blue;
  for (const slow::Piece& piece : game.pieces) {
    const std::optional<board::PieceType> type = board::TypeOfLetter(piece.type);
    FLAGFALL_CHECK(type.has_value());
    (piece.red ? red : blue).push_back({static_cast<board::Square>(piece.origin), *type});
  }
  const board::BoardRules rules = EngineRules(game.rules);
  return board::BoardState::Free(rules, red, blue);
}

board::Ply EnginePly(const slow::Ply& ply) {
  return {static_cast<board::Square>(ply.from), static_cast<board::Square>(ply.to)};
}

std::string DifferenceOf(const board::BoardState& engine, const slow::Judgement& judgement) {
  const std::string mine_result = judgement.result + " " + judgement.reason;
  const std::string theirs_result = EngineResult(engine);
  if (mine_result != theirs_result) return "slow: " + mine_result + "; engine: " + theirs_result;
  // Once the Flag has fallen nothing is a ply any more.
  const std::string mine = SlowPlies(judgement);
  const std::string theirs = EnginePlies(engine);
  if (judgement.reason != "flag_captured" && mine != theirs) return "slow   " + mine + "\nengine " + theirs;
  for (const slow::PieceState& piece : judgement.pieces) {
    std::string difference = PieceDifference(engine, piece);
    if (!difference.empty()) return difference;
  }
  return "";
}

std::string PlayAndCompare(slow::GameText game, const slow::Temper& red, const slow::Temper& blue, int plies_max,
                           slow::Random& random, OracleCounts& counts) {
  ++counts.games;
  board::BoardState engine = EngineAtStart(game);
  while (true) {
    const slow::History history = slow::PlayOut(game.pieces, game.plies);
    const slow::Judgement judgement = slow::JudgeHistory(game.rules, history);
    Count(history, judgement, counts);
    const std::string difference = DifferenceOf(engine, judgement);
    if (!difference.empty()) return Report(difference, game, game.plies);
    if (judgement.result != "none" || static_cast<int>(game.plies.size()) >= plies_max) return "";
    const slow::Ply ply = slow::Choose(judgement.red_to_move ? red : blue, history, judgement.legal, random);
    engine.Make(EnginePly(ply));
    game.plies.push_back(ply);
  }
}

std::string CompareAll(const slow::GameText& game, int depth, OracleCounts& counts) {
  ++counts.games;
  std::vector<slow::Ply> made;
  return CompareBelow(game, EngineAtStart(game), made, depth, counts);
}

}  // namespace flagfall
