// Reads a game's text with its heading and comments, as TextOf writes them.
#include <google/protobuf/util/time_util.h>

#include <algorithm>
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
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_actions.h"
#include "referee/rules/game_text.h"
#include "referee/rules/outcome_words.h"
#include "referee/rules/reading_errors.h"
#include "referee/rules/record_text.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

constexpr char kNoName[] = "unknown";
constexpr std::size_t kZeroSeedBytes = 32;
// The first words of lines that are neither actions nor parts of a set-up.
constexpr std::array<absl::string_view, 5> kNoActions = {"ruleset", "option", "seed", "free", "move"};

// A line of the text that is an action, or a part of a set-up.
struct ActionLine {
  int number = 0;
  // What follows the `#`, without the blanks around it.
  absl::string_view comment;
};

// The lines of a text that a game's text has beside the game itself.
struct Lines {
  int game = 0;
  int result = 0;
  absl::string_view game_heading;
  std::array<std::optional<absl::string_view>, 2> players;
  std::optional<absl::string_view> outcome;
  // Of each side, the last `setup` of a board game.
  std::array<ActionLine, 2> set_ups;
  std::vector<ActionLine> actions;
};

void ReadHeading(absl::string_view line, int number, Lines& lines) {
  if (absl::ConsumePrefix(&line, "# Game ")) {
    lines.game_heading = line;
  } else if (absl::ConsumePrefix(&line, "# Red: ")) {
    lines.players[IndexOf(Side::kRed)] = line;
  } else if (absl::ConsumePrefix(&line, "# Blue: ")) {
    lines.players[IndexOf(Side::kBlue)] = line;
  } else if (absl::ConsumePrefix(&line, "# Result: ")) {
    lines.outcome = line;
    lines.result = number;
  }
}

Lines LinesOf(absl::string_view text, int first_line) {
  Lines lines{.game = first_line,
              .result = first_line,
              .game_heading = {},
              .players = {},
              .outcome = {},
              .set_ups = {},
              .actions = {}};
  bool is_heading = true;
  int number = first_line - 1;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    absl::ConsumeSuffix(&line, "\r");
    const std::size_t hash = line.find('#');
    const absl::string_view content = absl::StripAsciiWhitespace(line.substr(0, hash));
    if (content.empty()) {
      if (is_heading) ReadHeading(line, number, lines);
      continue;
    }
    is_heading = false;
    const ActionLine action{
        .number = number,
        .comment = hash == line.npos ? absl::string_view() : absl::StripAsciiWhitespace(line.substr(hash + 1))};
    const std::vector<absl::string_view> words =
        absl::StrSplit(content, absl::ByAnyChar(" \t\r\v\f"), absl::SkipEmpty());
    if (std::find(kNoActions.begin(), kNoActions.end(), words[0]) != kNoActions.end()) continue;
    if (words[0] == "setup") {
      const auto side = words.size() < 2 ? std::nullopt : SideOfName(words[1]);
      if (side.has_value()) lines.set_ups[IndexOf(*side)] = action;
    } else {
      lines.actions.push_back(action);
    }
  }
  return lines;
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

absl::Status AddActions(const BoardGameText& game, const Lines& lines, ToldGame& told) {
  if (game.is_free) {
    return absl::InvalidArgumentError(
        absl::StrCat("line ", lines.game, ": `free` makes it a study; expected the whole armies of a game"));
  }
  told.seed = std::string(kZeroSeedBytes, '\0');
  told.actions.push_back(ActionOf(v1::SIDE_RED, SetUpAction(game.red), lines.set_ups[IndexOf(Side::kRed)]));
  told.actions.push_back(ActionOf(v1::SIDE_BLUE, SetUpAction(game.blue), lines.set_ups[IndexOf(Side::kBlue)]));
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    const v1::Side side = i % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE;
    told.actions.push_back(ActionOf(side, PlyAction(game.plies[i]), lines.actions[i]));
  }
  return absl::OkStatus();
}

absl::Status AddActions(const ActionsText& game, const Lines& lines, ToldGame& told) {
  told.seed = game.seed;
  for (std::size_t i = 0; i < game.actions.size(); ++i) {
    told.actions.push_back(ActionOf(game.actions[i].side, game.actions[i].action, lines.actions[i]));
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
  const Lines lines = LinesOf(text, first_line);
  ToldGame told;
  told.format = "text";
  told.ruleset = game.ruleset;
  ReadGameHeading(lines.game_heading, told);
  told.red = PlayerOf(lines.players[IndexOf(Side::kRed)]);
  told.blue = PlayerOf(lines.players[IndexOf(Side::kBlue)]);
  told.outcome_line = lines.result;
  if (lines.outcome.has_value()) {
    absl::StatusOr<v1::Outcome> outcome = ReadOutcome(*lines.outcome);
    if (!outcome.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", lines.result, ": the result: ", outcome.status().message()));
    }
    told.outcome = *std::move(outcome);
  }
  FLAGFALL_RETURN_IF_ERROR(
      std::visit([&](const auto& content) { return AddActions(content, lines, told); }, game.game));
  return told;
}

}  // namespace flagfall
