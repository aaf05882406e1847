#ifndef REFEREE_RULES_RULESET_H_
#define REFEREE_RULES_RULESET_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/ruleset.pb.h"
#include "referee/rules/game.h"

namespace flagfall {

// What another option must be for an option to change anything.
struct OptionNeed {
  std::string option;
  std::string value;
  // Any value but this one will do.
  bool is_excluded = false;
};

// An option of a ruleset: one of a few names, a whole number in a range, or a text of a form of its own.
struct OptionInfo {
  std::string name;
  std::string default_value;
  // The names there are; empty for a number or a text.
  std::vector<std::string> choices;
  // The least and the greatest value of a number.
  std::int64_t min = 0;
  std::int64_t max = 0;
  std::string description;
  // Of a text: its canonical form, or an error that says what would be right. Null for names and numbers.
  absl::StatusOr<std::string> (*read_text)(absl::string_view value) = nullptr;
  // Of a text: what is allowed, as people read it.
  std::string text_form = "";
  // Of a text: further values that are allowed.
  std::vector<std::string> examples = {};
  // The ruleset has had the option only since a later version. A complete ruleset lists such an option only where its
  // value is not the default, so that the specs and records of before are complete, and bots that do not know the
  // option can play without it.
  bool is_later = false;
  // Absent for an option that always matters.
  std::optional<OptionNeed> need = std::nullopt;

  // The allowed values, as people read them: "0 to 100", "run or game".
  std::string Domain() const;
  // Some allowed values, among them the default and the extremes of a number.
  std::vector<std::string> SomeValues() const;
  // The value in its canonical form. INVALID_ARGUMENT, saying what would be right, for a value outside
  // the domain.
  absl::StatusOr<std::string> Read(absl::string_view value) const;
};

// The first of the choices is the default.
OptionInfo ChoiceOption(std::string name, std::vector<std::string> choices, std::string description);
OptionInfo NumberOption(std::string name, std::int64_t default_value, std::int64_t min, std::int64_t max,
                        std::string description);

// A kind of decision that occurs in a ruleset.
struct DecisionInfo {
  v1::DecisionKind kind = v1::DECISION_KIND_UNSPECIFIED;
  // What the player decides, as people read it.
  std::string description;
  // An example of an answer in words, as in "a4-a5".
  std::string example;
  // Whether Game::Legal lists the actions of this decision.
  bool is_listed = true;
};

// "set_up" for DECISION_KIND_SET_UP.
std::string DecisionName(v1::DecisionKind kind);

// A ruleset's name, texts, options and decisions.
struct RulesetInfo {
  std::string id;
  std::string title;
  // One line.
  std::string description;
  // The rules in a few paragraphs, for a ruleset that has no Guide of its own.
  std::string rules = {};
  // Ordered by name.
  std::vector<OptionInfo> options;
  // In the order in which they come up in a game.
  std::vector<DecisionInfo> decisions;
  // Whether options that are allowed one by one go together; null where all do. The error names the clause and says
  // what would be right.
  std::function<absl::Status(const v1::Ruleset& complete)> check_options = nullptr;
};

// The numbers that are written for ranks (R1.7).
enum class RankOrder {
  // Spy S, Scout 2 … General 9, Marshal M: as in records, texts of games and the protocol.
  kHighIs10,
  // Marshal 1, General 2 … Scout 9, Spy S: as some boxes have it. For people only.
  kHighIs1,
};

// How a view is drawn.
struct DrawStyle {
  // With ANSI escapes.
  bool in_colour = false;
  // Of the board games and `bluffing`.
  RankOrder ranks = RankOrder::kHighIs10;
};

using PieceKinds = google::protobuf::RepeatedPtrField<v1::PieceKind>;

// A ruleset: makes games, and knows how to write, read, draw and follow them. This is everything that a new ruleset has
// to implement; match, service, store and tools use nothing else of it.
class RulesetDefinition {
 public:
  explicit RulesetDefinition(RulesetInfo info) : info_(std::move(info)) {}
  virtual ~RulesetDefinition() = default;

  const RulesetInfo& info() const { return info_; }

  // A new game, before its first decision. `ruleset` is complete (CompleteRuleset); `seed` has 32 bytes.
  virtual std::unique_ptr<Game> NewGame(const v1::Ruleset& ruleset, absl::string_view seed) const = 0;

  // Brings an observer's view up to date with one of that observer's events. The first view is a new game's ViewFor.
  // After all events of an action the view equals the game's ViewFor, until the game is over. INVALID_ARGUMENT for an
  // event that does not fit the view; the view may be half changed by then.
  virtual absl::Status Follow(const v1::Event& event, v1::View& view) const = 0;

  // An action in words, on one line. For an action that no game of the ruleset could accept it is merely readable.
  virtual std::string WriteAction(const v1::Action& action) const = 0;
  // The action for which WriteAction writes these words. INVALID_ARGUMENT, saying what would be right, when there is
  // none.
  virtual absl::StatusOr<v1::Action> ReadAction(absl::string_view words) const = 0;

  // Draws a view for a terminal, in several lines. It takes any view, sensible or not.
  virtual std::string Draw(const v1::View& view, const DrawStyle& style) const = 0;
  // Explains the marks of Draw's drawings, in a few lines.
  virtual std::string Legend(const DrawStyle& style) const;

  // Its pieces, roles or cards, with the options of a complete ruleset: those of the guide, without the work of telling
  // the rest. This one has none.
  virtual PieceKinds Pieces(const v1::Ruleset& ruleset) const;
  // The whole game, told to somebody who has never played it, with the options of a complete ruleset. This one tells
  // what `info().rules` says.
  virtual v1::RulesetGuide Guide(const v1::Ruleset& ruleset) const;

 private:
  const RulesetInfo info_;
};

// The same ruleset with every option of `info` present, ordered by name; of those that are later
// (OptionInfo::is_later), only what differs from the default. INVALID_ARGUMENT for an option that the ruleset does not
// have, that comes twice, or whose value is outside its domain, and for options that do not go together.
absl::StatusOr<v1::Ruleset> CompleteRuleset(const RulesetInfo& info, const v1::Ruleset& ruleset);

// Whether each option is allowed by itself; errors as CompleteRuleset's, save those of options that do not go together.
absl::Status CheckEachOption(const RulesetInfo& info, const v1::Ruleset& ruleset);

// Refuses, with R4.10, an option of a complete ruleset that is not at its default and changes nothing: the same game
// would be rated in a pool of its own. Meant for new tournaments; what was played with such an option stays readable.
absl::Status CheckOptionsMatter(const RulesetInfo& info, const v1::Ruleset& complete);

// The value of an option of a complete ruleset. It must not be a later one.
const std::string& OptionOf(const v1::Ruleset& ruleset, absl::string_view name);
std::int64_t NumberOf(const v1::Ruleset& ruleset, absl::string_view name);
// The value of a later option of a complete ruleset, which is `otherwise` where it is left out.
std::string LaterOptionOf(const v1::Ruleset& ruleset, absl::string_view name, absl::string_view otherwise);
std::int64_t LaterNumberOf(const v1::Ruleset& ruleset, absl::string_view name, std::int64_t otherwise);

}  // namespace flagfall

#endif  // REFEREE_RULES_RULESET_H_
