// Reads a game's text with its heading and comments, as TextOf writes them.
#include <google/protobuf/util/time_util.h>

#include <array>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/game_text.h"
#include "referee/rules/outcome_words.h"
#include "referee/rules/record_text.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

constexpr char kNoName[] = "unknown";
constexpr std::size_t kZeroSeedBytes = 32;

// What a text says of its game in comments before the game itself.
struct Heading {
  absl::string_view game;
  std::array<std::optional<absl::string_view>, 2> players;
  std::optional<absl::string_view> outcome;
  // The line of the outcome; the text's first where there is none.
  int outcome_line = 0;
};

Heading HeadingOf(absl::string_view text, int first_line) {
  Heading heading{.game = {}, .players = {}, .outcome = {}, .outcome_line = first_line};
  int number = first_line - 1;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    if (!absl::StripAsciiWhitespace(line.substr(0, line.find('#'))).empty()) break;
    absl::ConsumeSuffix(&line, "\r");
    if (absl::ConsumePrefix(&line, "# Game ")) {
      heading.game = line;
    } else if (absl::ConsumePrefix(&line, "# Red: ")) {
      heading.players[IndexOf(Side::kRed)] = line;
    } else if (absl::ConsumePrefix(&line, "# Blue: ")) {
      heading.players[IndexOf(Side::kBlue)] = line;
    } else if (absl::ConsumePrefix(&line, "# Result: ")) {
      heading.outcome = line;
      heading.outcome_line = number;
    }
  }
  return heading;
}

// "random 1.0": a name has no blanks unless there is no version, and then a blank stands at the end.
v1::Player PlayerOf(const std::optional<absl::string_view>& written) {
  v1::Player player;
  if (!written.has_value()) {
    player.set_name(kNoName);
    return player;
  }
  absl::string_view text = *written;
  if (absl::ConsumeSuffix(&text, " ")) {
    player.set_name(std::string(text));
    return player;
  }
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(text, absl::MaxSplits(' ', 1));
  player.set_name(std::string(parts.first));
  player.set_version(std::string(parts.second));
  return player;
}

// "1-1, 2026-11-23T16:00:00Z".
void ReadGameHeading(absl::string_view heading, ToldGame& told) {
  const std::size_t comma = heading.rfind(", ");
  google::protobuf::Timestamp time;
  if (comma != heading.npos &&
      google::protobuf::util::TimeUtil::FromString(std::string(heading.substr(comma + 2)), &time)) {
    // The text has whole seconds.
    time.set_nanos(0);
    told.start_time = time;
    heading = heading.substr(0, comma);
  }
  told.game_id = std::string(heading);
}

ToldAction ActionOf(v1::Side side, v1::Action action, const ActionLine& line) {
  absl::string_view comment = line.comment;
  // Words that are not the player's are the writer's of the text, and no part of the game.
  if (!absl::ConsumePrefix(&comment, absl::StrCat(SideName(side), ": "))) comment = "";
  return {.side = side, .action = std::move(action), .comment = std::string(comment), .line = line.number};
}

absl::Status AddActions(const BoardGameText& game, const std::vector<ActionLine>& lines, ToldGame& told) {
  if (game.is_free) {
    return absl::InvalidArgumentError("`free` makes it a study; expected the whole armies of a game");
  }
  told.seed = std::string(kZeroSeedBytes, '\0');
  told.actions.push_back(ActionOf(v1::SIDE_RED, SetUpAction(game.red), lines[0]));
  told.actions.push_back(ActionOf(v1::SIDE_BLUE, SetUpAction(game.blue), lines[1]));
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    const v1::Side side = i % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE;
    told.actions.push_back(ActionOf(side, PlyAction(game.plies[i]), lines[i + 2]));
  }
  return absl::OkStatus();
}

absl::Status AddActions(const ActionsText& game, const std::vector<ActionLine>& lines, ToldGame& told) {
  told.seed = game.seed;
  for (std::size_t i = 0; i < game.actions.size(); ++i) {
    told.actions.push_back(ActionOf(game.actions[i].side, game.actions[i].action, lines[i]));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ToldGame> ToldByText(absl::string_view text, int first_line) {
  const absl::StatusOr<GameText> parsed = ParseGameText(text, first_line);
  if (!parsed.ok()) {
    const bool names_line = absl::StartsWith(parsed.status().message(), "line ");
    return names_line ? parsed.status()
                      : absl::InvalidArgumentError(absl::StrCat("line ", first_line, ": ", parsed.status().message()));
  }
  const GameText& game = *parsed;
  const Heading heading = HeadingOf(text, first_line);
  ToldGame told;
  told.format = "text";
  told.ruleset = game.ruleset;
  ReadGameHeading(heading.game, told);
  told.red = PlayerOf(heading.players[IndexOf(Side::kRed)]);
  told.blue = PlayerOf(heading.players[IndexOf(Side::kBlue)]);
  told.outcome_line = heading.outcome_line;
  if (heading.outcome.has_value()) {
    absl::StatusOr<v1::Outcome> outcome = ReadOutcome(*heading.outcome);
    if (!outcome.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", heading.outcome_line, ": the result: ", outcome.status().message()));
    }
    told.outcome = *std::move(outcome);
  }
  const absl::Status added =
      std::visit([&](const auto& content) { return AddActions(content, game.lines, told); }, game.game);
  if (!added.ok()) return AtLine(first_line, added);
  return told;
}

}  // namespace flagfall
