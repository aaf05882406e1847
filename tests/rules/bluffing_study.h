#ifndef TESTS_RULES_BLUFFING_STUDY_H_
#define TESTS_RULES_BLUFFING_STUDY_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "referee/base/check.h"
#include "referee/rules/bluffing/bluffing_actions.h"
#include "referee/rules/bluffing/bluffing_game.h"
#include "referee/rules/clause_error.h"
#include "tests/rules/study.h"

namespace flagfall::bluffing {

// A game of bluffing from a position of one's own, played in words.
class Study {
 public:
  Study(absl::string_view red, absl::string_view blue, const board::BoardRules& rules = board::BoardRules::Bluffing())
      : game_(board::Study(rules, red, blue)) {}

  const BluffingGame& game() const { return game_; }
  const ObserverEvents& last_events() const { return last_events_; }

  // Does the actions, separated by "; ", each by whom the decision is; returns the first refusal, or "".
  std::string Do(absl::string_view words) {
    for (const absl::string_view each : absl::StrSplit(words, "; ")) {
      if (game_.Pending().empty()) return absl::StrCat(each, ": the game is over");
      auto events = game_.Act(game_.Pending()[0].side, Read(each));
      if (!events.ok()) return absl::StrCat(each, ": ", events.status().ToString());
      last_events_ = *std::move(events);
    }
    return "";
  }

  // Red's Scout from h1 and Blue's from b10 go round in circles, and Blue calls the Scout's movement each time.
  void GiveRedTokens(int tokens) {
    constexpr const char* kRounds[] = {"h1-h4; call movement; b10-b9", "h4-e4; call movement; b9-c9",
                                       "e4-e1; call movement; c9-c10", "e1-h1; call movement; c10-b10"};
    for (int i = 0; i < tokens; ++i) FLAGFALL_CHECK(Do(kRounds[i % 4]).empty());
  }

  // The clause by which it is refused, "" when it is not; "changed" when it is and something changed all the same.
  std::string Refusal(const v1::Action& action) const {
    BluffingGame copy = game_;
    const absl::Status status = copy.Act(game_.Pending()[0].side, action).status();
    if (status.ok()) return "";
    const auto bytes = [](const Game& game) { return game.ViewFor(v1::OBSERVER_ALL).SerializeAsString(); };
    return bytes(copy) == bytes(game_) && copy.Pending() == game_.Pending() ? ClauseOf(status) : "changed";
  }
  std::string Refusal(absl::string_view words) const { return Refusal(Read(words)); }

  // The legal actions of the open decision, in words.
  std::vector<std::string> Legal() const {
    const auto legal = game_.Legal(game_.Pending()[0].side);
    std::vector<std::string> words;
    for (const v1::Action& action : legal.value()) words.push_back(ActionWords(action));
    return words;
  }

  v1::BluffingView View(v1::Observer observer = v1::OBSERVER_SPECTATOR) const {
    return game_.ViewFor(observer).bluffing();
  }

  // "red ply", "blue defence", "red call", or how the game ended.
  std::string Open() const {
    if (const auto outcome = game_.Outcome(); outcome.has_value()) {
      return absl::StrCat(v1::Result_Name(outcome->result()), " ", v1::Reason_Name(outcome->reason()));
    }
    const OpenDecision open = game_.Pending()[0];
    const std::string kind = open.kind == v1::DECISION_KIND_PLY       ? "ply"
                             : open.kind == v1::DECISION_KIND_DEFENCE ? "defence"
                                                                      : "call";
    return absl::StrCat(open.side == v1::SIDE_RED ? "red " : "blue ", kind);
  }

  // A side's pieces on the board by square, as the observer sees them: "a1=F a4=7*", a `*` behind what is public.
  std::string Pieces(v1::Side side, v1::Observer observer = v1::OBSERVER_ALL) const {
    return PiecesIf(side, observer, false);
  }
  // The same of what was removed, by the squares where that happened.
  std::string Removed(v1::Side side, v1::Observer observer = v1::OBSERVER_SPECTATOR) const {
    return PiecesIf(side, observer, true);
  }
  std::string Red() const { return Pieces(v1::SIDE_RED); }
  std::string Blue() const { return Pieces(v1::SIDE_BLUE); }

  // "red-blue".
  std::string Tokens() const { return absl::StrCat(View().tokens().red(), "-", View().tokens().blue()); }

  // The types that calls have left possible for the piece from that square, as letters; "" for all.
  std::string Possible(absl::string_view origin) const {
    std::string letters;
    const v1::BluffingPiece talk = TalkOf(origin);
    for (const int type : talk.possible_types()) letters += TypeWordOf(type);
    return letters;
  }
  std::string Claim(absl::string_view origin) const { return TypeWordOf(TalkOf(origin).claim()); }

 private:
  static v1::Action Read(absl::string_view words) {
    const auto action = ReadAction(words);
    FLAGFALL_CHECK(action.ok());
    return *action;
  }

  static std::string TypeWordOf(int type) { return std::string(1, TypeLetter(static_cast<board::PieceType>(type))); }

  v1::BluffingPiece TalkOf(absl::string_view origin) const {
    const auto id = board::ParseSquare(origin);
    const v1::BluffingView view = View();
    for (const v1::BluffingPiece& piece : view.pieces()) {
      if (piece.origin() == id) return piece;
    }
    return {};
  }

  std::string PiecesIf(v1::Side side, v1::Observer observer, bool removed) const {
    std::multimap<std::uint32_t, std::string> words;
    const v1::BluffingView view = View(observer);
    for (const v1::PieceView& piece : view.board().pieces()) {
      if (piece.owner() != side || piece.has_removal() != removed) continue;
      const std::string name = board::SquareName(static_cast<board::Square>(piece.square()));
      words.emplace(piece.square(), absl::StrCat(name, "=", TypeWordOf(piece.type()), piece.is_revealed() ? "*" : ""));
    }
    return absl::StrJoin(words, " ", [](std::string* out, const auto& word) { out->append(word.second); });
  }

  BluffingGame game_;
  ObserverEvents last_events_;
};

// Beside what the tests are about: both Flags, and Red's Scout whose two moves, called wrongly, gain Red tokens.
inline constexpr char kRedRest[] = " j1=F h1=2";
inline constexpr char kBlueRest[] = " j10=F b10=2";

class AttackStudy : public Study {
 public:
  // `red` on a4 against `blue` on a5, with so many tokens for Red.
  AttackStudy(absl::string_view red, absl::string_view blue, int tokens = 0)
      : Study(absl::StrCat("a4=", red, kRedRest), absl::StrCat("a5=", blue, kBlueRest)) {
    GiveRedTokens(tokens);
  }

  // What is left of the two, and who has the ply: "a5=7* -, blue ply".
  std::string Left() const {
    const auto at = [](const std::string& pieces) -> std::string {
      for (const absl::string_view word : absl::StrSplit(pieces, ' ')) {
        if (word.substr(0, 3) == "a4=" || word.substr(0, 3) == "a5=") return std::string(word);
      }
      return "-";
    };
    return absl::StrCat(at(Red()), " ", at(Blue()), ", ", Open());
  }
};

}  // namespace flagfall::bluffing

#endif  // TESTS_RULES_BLUFFING_STUDY_H_
