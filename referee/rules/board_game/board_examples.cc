#include "referee/rules/board_game/board_examples.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "referee/base/check.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/board_game/board_actions.h"

namespace flagfall {
namespace {

using board::BoardRules;
using board::BoardState;

// A ply to be judged, and the clause that is to bar it; empty for one that is to be legal.
struct Expectation {
  std::string ply;
  absl::string_view clause;
};

struct Draft {
  std::string caption;
  std::string red;
  std::string blue;
  std::vector<std::string> plies;
  std::vector<Expectation> expected;
};

std::vector<std::string> WordsOf(absl::string_view text) { return absl::StrSplit(text, ' ', absl::SkipEmpty()); }

std::vector<board::Placement> PiecesOf(absl::string_view text) {
  std::vector<board::Placement> pieces;
  for (const std::string& word : WordsOf(text)) {
    const auto piece = ReadPlacement(word);
    FLAGFALL_CHECK(piece.ok());
    pieces.push_back(*piece);
  }
  return pieces;
}

board::Ply PlyOf(absl::string_view name) {
  const auto ply = board::ParsePly(name);
  FLAGFALL_CHECK(ply.has_value());
  return *ply;
}

// Plays the draft. Absent when one of its plies is not legal under these rules, or a verdict is another one.
std::optional<v1::RuleExample> Played(const BoardRules& rules, const Draft& draft) {
  BoardState state = BoardState::Free(rules, PiecesOf(draft.red), PiecesOf(draft.blue));
  v1::RuleExample example;
  example.set_caption(draft.caption);
  example.set_red(draft.red);
  example.set_blue(draft.blue);
  for (const std::string& ply : draft.plies) {
    if (!state.IsLegal(PlyOf(ply))) return std::nullopt;
    state.Make(PlyOf(ply));
    example.add_plies(ply);
  }
  for (const Expectation& expected : draft.expected) {
    const board::Ply ply = PlyOf(expected.ply);
    const absl::string_view clause = ClauseOfBar(state.BarOn(ply));
    if (clause != expected.clause || state.IsLegal(ply) != clause.empty()) return std::nullopt;
    v1::RuleVerdict& verdict = *example.add_verdicts();
    verdict.set_ply(expected.ply);
    verdict.set_clause(std::string(clause));
  }
  return example;
}

std::vector<v1::RuleExample> AllPlayed(const BoardRules& rules, const std::vector<Draft>& drafts) {
  std::vector<v1::RuleExample> examples;
  for (const Draft& draft : drafts) {
    if (std::optional<v1::RuleExample> example = Played(rules, draft); example.has_value()) {
      examples.push_back(*std::move(example));
    }
  }
  return examples;
}

// ---- Two squares

// Blue moves two pieces far away in turn, so that none of its own plies is ever barred.
constexpr char kBlue[] = "i10=3 j8=9";
constexpr absl::string_view kBlueAnswers[] = {"i10-i9", "j8-j7", "i9-i10", "j7-j8"};

// Red's plies with Blue's answers between them; Red is to move at the end.
std::vector<std::string> WithAnswers(const std::vector<std::string>& red) {
  std::vector<std::string> plies;
  for (std::size_t i = 0; i < red.size(); ++i) {
    plies.push_back(red[i]);
    plies.push_back(std::string(kBlueAnswers[i % 4]));
  }
  return plies;
}

// `count` plies to and fro between two squares, of which the last ends on `last`.
std::vector<std::string> ToAndFro(int count, absl::string_view last, absl::string_view other) {
  std::vector<std::string> plies;
  for (int left = count; left > 0; --left) {
    const bool ends_on_last = left % 2 == 1;
    plies.push_back(absl::StrCat(ends_on_last ? other : last, "-", ends_on_last ? last : other));
  }
  return plies;
}

std::string Start(int count, absl::string_view last, absl::string_view other) {
  return std::string(count % 2 == 0 ? last : other);
}

// What bars a piece at the limit from going another way.
absl::string_view ElsewhereBar(const BoardRules& rules) { return rules.two_squares_piece ? "R3.6" : ""; }

Draft GoesToAndFro(const BoardRules& rules) {
  const int limit = rules.two_squares_max;
  const absl::string_view elsewhere = ElsewhereBar(rules);
  return {.caption = "The Miner goes to and fro",
          .red = absl::StrCat(Start(limit, "a5", "a4"), "=3 e1=9"),
          .blue = kBlue,
          .plies = WithAnswers(ToAndFro(limit, "a5", "a4")),
          .expected = {{"a5-a4", "R3.2"}, {"a5-a6", elsewhere}, {"a5-b5", elsewhere}, {"e1-e2", ""}}};
}

Draft AnotherPieceInBetween(const BoardRules& rules) {
  Draft draft = GoesToAndFro(rules);
  draft.caption = "The same after a turn of another piece";
  std::vector<std::string> red = ToAndFro(rules.two_squares_max, "a5", "a4");
  red.push_back("e1-e2");
  draft.plies = WithAnswers(red);
  draft.expected = {{"a5-a4", ""}};
  return draft;
}

// The last crossing goes one square further, so that the boundary beside it has been crossed once only.
Draft ScoutByBoundary(const BoardRules& rules) {
  const int limit = rules.two_squares_max;
  const absl::string_view elsewhere = ElsewhereBar(rules);
  std::vector<std::string> red = ToAndFro(limit - 1, "b3", "b4");
  red.push_back("b3-b5");
  return {.caption = rules.two_squares_piece ? "A Scout's boundaries count one by one, and one of them is enough"
                                             : "A Scout's boundaries count one by one",
          .red = absl::StrCat(Start(limit - 1, "b3", "b4"), "=2 e1=9"),
          .blue = kBlue,
          .plies = WithAnswers(red),
          .expected = {{"b5-b3", "R3.2"}, {"b5-b4", elsewhere}, {"b5-b6", elsewhere}}};
}

// Blue's Marshal steps onto the square that Red's piece has just left.
Draft AttackCounts(const BoardRules& rules) {
  const int limit = rules.two_squares_max;
  std::vector<std::string> plies = WithAnswers(ToAndFro(limit, "a5", "a4"));
  plies.back() = "b4-a4";
  return {.caption = "An attack crosses the boundary too",
          .red = absl::StrCat(Start(limit, "a5", "a4"), "=3 e1=9"),
          .blue = absl::StrCat("b4=M ", kBlue),
          .plies = std::move(plies),
          .expected = {{"a5-a4", "R3.2"}, {"a5-b5", ElsewhereBar(rules)}}};
}

// ---- Chase

// Red goes round after Blue within e3, e4, f3 and f4.
constexpr char kRound[] = "d4-e4 e3-f3 e4-e3 f3-f4 e3-f3 f4-e4 f3-f4 e4-e3";
// The chase is broken off by one quiet turn (e3-d3) and begun anew.
constexpr char kBroken[] = "d4-e4 e3-f3 e4-e3 f3-f4 e3-d3 f4-e4 d3-d4 e4-e3";
constexpr char kThereAndBack[] = "d4-e4 e3-f3 e4-f4 f3-e3";
// The same by a piece that comes from the square to which it goes back.
constexpr char kShuttle[] = "f4-e4 e3-f3 e4-f4 f3-e3";

std::vector<Draft> RepetitionDrafts(board::ChaseScope scope) {
  const bool is_game = scope == board::ChaseScope::kGame;
  return {
      {.caption = "The General chases the Miner round four squares",
       .red = "d4=9",
       .blue = "e3=3 f5=B",
       .plies = WordsOf(kRound),
       .expected = {{"f4-e4", "R4.6"}, {"f4-g4", ""}, {"f4-f5", ""}}},
      {.caption = is_game ? "What stood before the chase counts as well" : "After one quiet turn a chase begins anew",
       .red = "d4=9",
       .blue = "e3=3",
       .plies = WordsOf(kBroken),
       .expected = {{"d4-e4", is_game ? "R4.6" : ""}}},
      {.caption = "Straight back is allowed",
       .red = "f4=9",
       .blue = "e3=3",
       .plies = WordsOf(kShuttle),
       .expected = {{"f4-e4", ""}}},
      {.caption = "Straight back, until the two-squares rule ends it",
       .red = "f4=9",
       .blue = "e3=3",
       .plies = WordsOf(absl::StrCat(kShuttle, " f4-e4 e3-f3")),
       .expected = {{"e4-f4", "R3.2"}}}};
}

// The chaser's plies on the way round of kRound, after its first, and the evader's.
constexpr absl::string_view kChaser[] = {"e4-e3", "e3-f3", "f3-f4", "f4-e4"};
constexpr absl::string_view kEvader[] = {"e3-f3", "f3-f4", "f4-e4", "e4-e3"};

// The chaser's threat with that number, from 0.
std::string Threat(int number) { return number == 0 ? "d4-e4" : std::string(kChaser[(number - 1) % 4]); }

// So many threats, each with its evasion.
std::vector<std::string> Threats(int count) {
  std::vector<std::string> plies;
  for (int i = 0; i < count; ++i) {
    plies.push_back(Threat(i));
    plies.push_back(std::string(kEvader[i % 4]));
  }
  return plies;
}

std::vector<Draft> ConsecutiveDrafts(int limit) {
  Draft quiet{.caption = "A quiet turn in between",
              .red = "d4=9 j1=3",
              .blue = "e3=3 j9=3",
              .plies = Threats(limit),
              .expected = {{Threat(limit), ""}}};
  for (const char* ply : {"j1-j2", "j9-j8"}) quiet.plies.push_back(ply);
  Draft chase{.caption = "The General chases the Miner",
              .red = "d4=9 g4=M",
              .blue = "e3=3 d2=S",
              .plies = Threats(limit),
              .expected = {{Threat(limit), "R4.8"}}};
  // After two threats the evader stands beside the Marshal, and the General beside the way to another piece.
  if (limit == 2) chase.expected.insert(chase.expected.end(), {{"e3-e4", "R4.8"}, {"e3-d3", ""}, {"g4-f4", ""}});
  return {std::move(chase),
          std::move(quiet),
          {.caption = "Straight back is barred as well",
           .red = "d4=9",
           .blue = "e3=3",
           .plies = WordsOf(kThereAndBack),
           .expected = {{"f4-e4", "R4.8"}}}};
}

}  // namespace

std::vector<v1::RuleExample> TwoSquaresExamples(const BoardRules& rules) {
  if (rules.two_squares_max == 0) return {};
  return AllPlayed(rules,
                   {GoesToAndFro(rules), AnotherPieceInBetween(rules), ScoutByBoundary(rules), AttackCounts(rules)});
}

std::vector<v1::RuleExample> ChaseExamples(const BoardRules& rules) {
  switch (rules.chase) {
    case board::ChaseKind::kOff:
      break;
    case board::ChaseKind::kPositionRepetition:
      return AllPlayed(rules, RepetitionDrafts(rules.chase_scope));
    case board::ChaseKind::kConsecutiveTurns:
      return AllPlayed(rules, ConsecutiveDrafts(rules.chase_turns_max));
  }
  return {};
}

}  // namespace flagfall
