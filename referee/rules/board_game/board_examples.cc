#include "referee/rules/board_game/board_examples.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "referee/rules/board_game/example_draft.h"
#include "referee/rules/guide.h"

namespace flagfall {
namespace {

using board::BoardRules;

std::vector<std::string> WordsOf(absl::string_view text) { return absl::StrSplit(text, ' ', absl::SkipEmpty()); }

std::vector<v1::RuleExample> AllPlayed(const BoardRules& rules, const std::vector<BarDraft>& drafts) {
  std::vector<v1::RuleExample> examples;
  for (const BarDraft& draft : drafts) {
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

// What the plies of ToAndFro do, with Blue's answers between them: "The Miner crosses the edge between a4 and a5 in a
// third turn in a row."
std::vector<std::string> Crossings(absl::string_view piece, int count, absl::string_view last,
                                   absl::string_view other) {
  std::vector<std::string> texts;
  for (int number = 1; number <= count; ++number) {
    texts.push_back(absl::StrCat("Red's ", piece, " crosses the boundary between ", std::min(last, other), " and ",
                                 std::max(last, other), ": the ", OrdinalWord(number), " turn in a row."));
    texts.push_back("Blue moves another piece, which does not matter.");
  }
  return texts;
}

std::string Start(int count, absl::string_view last, absl::string_view other) {
  return std::string(count % 2 == 0 ? last : other);
}

// What bars a piece at the limit from going another way.
absl::string_view ElsewhereBar(const BoardRules& rules) { return rules.two_squares_piece ? "R3.6" : ""; }

BarDraft GoesToAndFro(const BoardRules& rules) {
  const int limit = rules.two_squares_max;
  const absl::string_view elsewhere = ElsewhereBar(rules);
  return {.id = "two-squares",
          .caption = "The Miner goes to and fro",
          .red = absl::StrCat(Start(limit, "a5", "a4"), "=3 e1=9"),
          .blue = kBlue,
          .plies = WithAnswers(ToAndFro(limit, "a5", "a4")),
          .texts = Crossings("Miner", limit, "a5", "a4"),
          .expected = {{"a5-a4", "R3.2"}, {"a5-a6", elsewhere}, {"a5-b5", elsewhere}, {"e1-e2", ""}},
          .allowed = rules.two_squares_piece ? "another piece moves (R3.6)." : "the Miner goes another way (R3.2)."};
}

BarDraft AnotherPieceInBetween(const BoardRules& rules) {
  BarDraft draft = GoesToAndFro(rules);
  draft.id = "two-squares-other-piece";
  draft.caption = "The same after a turn of another piece";
  std::vector<std::string> red = ToAndFro(rules.two_squares_max, "a5", "a4");
  red.push_back("e1-e2");
  draft.plies = WithAnswers(red);
  draft.texts.push_back(
      "Red's General moves in between, so that the count of the Miner's crossings is zero again (R3.4).");
  draft.texts.push_back("Blue moves another piece, which does not matter.");
  draft.expected = {{"a5-a4", ""}};
  draft.allowed = "the Miner crosses the boundary as if for the first time (R3.4).";
  return draft;
}

// The last crossing goes one square further, so that the boundary beside it has been crossed once only.
BarDraft ScoutByBoundary(const BoardRules& rules) {
  const int limit = rules.two_squares_max;
  const absl::string_view elsewhere = ElsewhereBar(rules);
  std::vector<std::string> red = ToAndFro(limit - 1, "b3", "b4");
  red.push_back("b3-b5");
  std::vector<std::string> texts = Crossings("Scout", limit - 1, "b3", "b4");
  texts.push_back(absl::StrCat("Red's Scout goes two squares: it crosses the boundary between b3 and b4 in a ",
                               OrdinalWord(limit), " turn in a row, and that between b4 and b5 for the first time."));
  texts.push_back("Blue moves another piece, which does not matter.");
  return {.id = "two-squares-scout",
          .caption = rules.two_squares_piece ? "A Scout's boundaries count one by one, and one of them is enough"
                                             : "A Scout's boundaries count one by one",
          .red = absl::StrCat(Start(limit - 1, "b3", "b4"), "=2 e1=9"),
          .blue = kBlue,
          .plies = WithAnswers(red),
          .texts = std::move(texts),
          .expected = {{"b5-b3", "R3.2"}, {"b5-b4", elsewhere}, {"b5-b6", elsewhere}},
          .allowed = "the Scout stops before the boundary that is used up (R3.3)."};
}

// Blue's Marshal steps onto the square that Red's piece has just left.
BarDraft AttackCounts(const BoardRules& rules) {
  const int limit = rules.two_squares_max;
  std::vector<std::string> plies = WithAnswers(ToAndFro(limit, "a5", "a4"));
  plies.back() = "b4-a4";
  std::vector<std::string> texts = Crossings("Miner", limit, "a5", "a4");
  texts.back() = "Blue's Marshal steps onto the square that the Miner has just left.";
  return {.id = "two-squares-attack",
          .caption = "An attack crosses the boundary too",
          .red = absl::StrCat(Start(limit, "a5", "a4"), "=3 e1=9"),
          .blue = absl::StrCat("b4=M ", kBlue),
          .plies = std::move(plies),
          .texts = std::move(texts),
          .expected = {{"a5-a4", "R3.2"}, {"a5-b5", ElsewhereBar(rules)}},
          .allowed = "the Miner goes another way (R3.2)."};
}

// ---- Chase

// Red goes round after Blue within e3, e4, f3 and f4.
constexpr char kRound[] = "d4-e4 e3-f3 e4-e3 f3-f4 e3-f3 f4-e4 f3-f4 e4-e3";
// The chase is broken off by one quiet turn (e3-d3) and begun anew.
constexpr char kBroken[] = "d4-e4 e3-f3 e4-e3 f3-f4 e3-d3 f4-e4 d3-d4 e4-e3";
constexpr char kThereAndBack[] = "d4-e4 e3-f3 e4-f4 f3-e3";
// The same by a piece that comes from the square to which it goes back.
constexpr char kShuttle[] = "f4-e4 e3-f3 e4-f4 f3-e3";

std::vector<BarDraft> RepetitionDrafts(board::ChaseScope scope) {
  const bool is_game = scope == board::ChaseScope::kGame;
  return {
      {.id = "chase",
       .caption = "The General chases the Miner round four squares",
       .red = "d4=9",
       .blue = "e3=3 f5=B",
       .plies = WordsOf(kRound),
       .expected = {{"f4-e4", "R4.6"}, {"f4-g4", ""}, {"f4-f5", ""}},
       .allowed = "the General goes somewhere new (R4.6)."},
      {.id = "chase-anew",
       .caption = is_game ? "What stood before the chase counts as well" : "After one quiet turn a chase begins anew",
       .red = "d4=9",
       .blue = "e3=3",
       .plies = WordsOf(kBroken),
       .expected = {{"d4-e4", is_game ? "R4.6" : ""}},
       .allowed = "the quiet turn has ended the chase, so that nothing of it counts any more (R4.4)."},
      {.id = "chase-straight-back",
       .caption = "Straight back is allowed",
       .red = "f4=9",
       .blue = "e3=3",
       .plies = WordsOf(kShuttle),
       .expected = {{"f4-e4", ""}},
       .allowed = "the General goes straight back to where it stood before Red's last turn (R4.7)."},
      {.id = "chase-two-squares",
       .caption = "Straight back, until the two-squares rule ends it",
       .red = "f4=9 j1=3",
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

std::vector<BarDraft> ConsecutiveDrafts(int limit) {
  BarDraft quiet{.id = "chase-quiet-turn",
                 .caption = "A quiet turn in between",
                 .red = "d4=9 j1=3",
                 .blue = "e3=3 j9=3",
                 .plies = Threats(limit),
                 .expected = {{Threat(limit), ""}},
                 .allowed = "after the quiet turn the threats are counted anew (R4.4)."};
  for (const char* ply : {"j1-j2", "j9-j8"}) quiet.plies.push_back(ply);
  BarDraft chase{.id = "chase",
                 .caption = "The General chases the Miner",
                 .red = "d4=9 g4=M",
                 .blue = "e3=3 d2=S",
                 .plies = Threats(limit),
                 .expected = {{Threat(limit), "R4.8"}},
                 .allowed = "the General makes a ply after which it threatens nothing (R4.8)."};
  // After two threats the evader stands beside the Marshal, and the General beside the way to another piece.
  if (limit == 2) chase.expected.insert(chase.expected.end(), {{"e3-e4", "R4.8"}, {"e3-d3", ""}, {"g4-f4", ""}});
  return {std::move(chase),
          std::move(quiet),
          {.id = "chase-straight-back",
           .caption = "Straight back is barred as well",
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
