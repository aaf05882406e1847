// Many games at once, whole games of every ruleset, and long ones.

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/checker/play.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::checker {
namespace {

constexpr std::uint32_t kGamesAtOnce = 16;
constexpr int kAnswersEach = 6;
constexpr Micros kManyLimit = std::chrono::seconds(40);
constexpr Micros kWholeGameLimit = std::chrono::seconds(40);
constexpr std::uint32_t kLongGame = 600;
constexpr std::uint32_t kWholeGamesMax = 6;

v1::Side SideOf(std::uint32_t game) { return game % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE; }

Finding PlaysManyAtOnce(Course& course) {
  Hall& hall = course.hall;
  const std::uint32_t count = std::min(kGamesAtOnce, hall.hello().concurrent_games_max());
  if (count < 2) return Skipped("its hello takes one game at a time");
  std::vector<Table*> tables;
  for (std::uint32_t game = 0; game < count; ++game) {
    FLAGFALL_ASSIGN_OR_RETURN(const auto table, hall.Seat({.ruleset = course.rulesets[game % course.rulesets.size()],
                                                           .side = SideOf(game),
                                                           .time_control = "10+1 margin=60000"}));
    tables.push_back(table);
  }
  // Who mixes up games does not come to an end.
  const std::size_t faults_before = hall.faults().Of(kPlayFaults).size();
  const auto has_new_fault = [&] { return faults_before == 0 && !hall.faults().Of(kPlayFaults).empty(); };
  const auto is_done = [](const Table* table) { return table->is_over() || table->answered() >= kAnswersEach; };
  const absl::Status status =
      hall.RunUntil([&] { return has_new_fault() || std::all_of(tables.begin(), tables.end(), is_done); }, kManyLimit);
  if (status.ok()) return Passed(Counted(count, "game"));
  const auto done = std::count_if(tables.begin(), tables.end(), is_done);
  return Failed(absl::StrCat(done, " of ", Counted(count, "game"), " went on; ", status.message()));
}

Finding IsNotHeldUp(Course& course) {
  Hall& hall = course.hall;
  if (hall.hello().concurrent_games_max() < 2) return Skipped("its hello takes one game at a time");
  FLAGFALL_ASSIGN_OR_RETURN(const auto waiting, PlayIntoWait(hall, {.ruleset = course.ruleset()}, 2));
  const auto other = PlayInto(hall, {.ruleset = course.ruleset(), .side = v1::SIDE_BLUE}, kAnswersEach);
  if (!other.ok()) return Failed(absl::StrCat("while one game waited, in the other: ", other.status().message()));
  waiting->HoldOpponent(false, SteadyNow());
  FLAGFALL_RETURN_IF_ERROR(PlayFor(hall, *waiting, 2));
  return Passed();
}

// "answered 1 set_up, 70 ply; never asked for call".
std::string AskedFor(const RulesetInfo& info, const std::map<v1::DecisionKind, int>& answers) {
  std::vector<std::string> asked;
  std::vector<std::string> never;
  for (const DecisionInfo& decision : info.decisions) {
    const auto it = answers.find(decision.kind);
    if (it == answers.end()) {
      never.push_back(DecisionName(decision.kind));
    } else {
      asked.push_back(absl::StrCat(it->second, " ", DecisionName(decision.kind)));
    }
  }
  return absl::StrCat("answered ", absl::StrJoin(asked, ", "), never.empty() ? "" : "; never asked for ",
                      absl::StrJoin(never, ", "));
}

// A game to its end; adds to the answers.
absl::Status PlayWholeGame(Hall& hall, const TableSpec& spec, std::map<v1::DecisionKind, int>& answers,
                           std::string& summary) {
  FLAGFALL_ASSIGN_OR_RETURN(const Table* table, hall.Seat(spec));
  FLAGFALL_RETURN_IF_ERROR(PlayToEnd(hall, *table, kWholeGameLimit));
  for (const auto& [kind, count] : table->answers()) answers[kind] += count;
  summary = table->Summary();
  return absl::OkStatus();
}

// Both sides, and more games while there are kinds of decision that did not come up.
Finding PlaysRuleset(Course& course, const RulesetInfo& info) {
  const auto& rulesets = course.rulesets;
  if (std::find(rulesets.begin(), rulesets.end(), info.id) == rulesets.end()) return Skipped("not played");
  std::map<v1::DecisionKind, int> answers;
  std::vector<std::string> games;
  for (std::uint32_t game = 0; game < 2 || (answers.size() < info.decisions.size() && game < kWholeGamesMax); ++game) {
    FLAGFALL_RETURN_IF_ERROR(
        PlayWholeGame(course.hall, {.ruleset = info.id, .side = SideOf(game)}, answers, games.emplace_back()));
  }
  const std::size_t more = games.size() - 2;
  games.resize(2);
  return Passed(absl::StrCat(absl::StrJoin(games, "; "), more > 0 ? absl::StrCat("; ", more, " more") : "", "; ",
                             AskedFor(info, answers)));
}

Finding PlaysLongGame(Course& course) {
  std::uint32_t longest = 0;
  for (int game = 0; game < 2 && longest < kLongGame; ++game) {
    FLAGFALL_ASSIGN_OR_RETURN(
        const auto table,
        course.hall.Seat(
            {.ruleset = course.ruleset(), .side = SideOf(game), .max_plies = kLongGame, .is_peaceful = true}));
    FLAGFALL_RETURN_IF_ERROR(PlayToEnd(course.hall, *table, kWholeGameLimit));
    longest = std::max(longest, table->plies());
  }
  return Passed(Counted(longest, "ply", "plies"));
}

}  // namespace

Group ManyGamesSteps() {
  return {
      .is_strain = true,
      .steps = {
          {.title = "plays many games at once",
           .gate = Gate::kGroup,
           .is_of_many_games = true,
           .mend = "keep everything about a game under its game_id, and answer each decision_required with the game_id "
                   "it names; or say a smaller concurrent_games_max in hello",
           .run = PlaysManyAtOnce},
          {.title = "plays on while another game waits",
           .mend = "never wait for the next message of one game: read the stream, and answer whichever game it names",
           .run = IsNotHeldUp},
      }};
}

Group RulesetSteps() {
  Group group;
  for (const auto& definition : Catalogue()) {
    const RulesetInfo& info = definition->info();
    group.steps.push_back(
        {.title = absl::StrCat("plays whole games of ", info.id, " as Red and as Blue"),
         .mend = absl::StrCat("`flagfall rules show ", info.id,
                              "` lists its decisions with an example of each; hello.wants_legal_actions "
                              "has legal actions listed with the decisions"),
         .run = [&info](Course& course) { return PlaysRuleset(course, info); }});
  }
  group.steps.push_back(
      {.title = "plays a long game",
       .mend = "a game can have thousands of plies: let neither memory nor the time for a ply grow with it",
       .run = PlaysLongGame});
  return group;
}

}  // namespace flagfall::arena::checker
