// Steps with many games at once, whole games of each ruleset, and long games.

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/checker/play_games.h"
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

v1::Side SideOf(std::uint32_t number) { return number % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE; }

StepResult PlaysManyAtOnce(CheckContext& context) {
  CheckSession& session = context.session;
  const std::uint32_t count = std::min(kGamesAtOnce, session.hello().concurrent_games_max());
  if (count < 2) return Skipped("its hello takes one game at a time");
  std::vector<CheckGame*> games;
  for (std::uint32_t i = 0; i < count; ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(const auto game,
                              session.StartGame({.ruleset = context.rulesets[i % context.rulesets.size()],
                                                 .side = SideOf(i),
                                                 .time_control = "10+1 margin=60000"}));
    games.push_back(game);
  }
  // A bot that mixes up its games may never finish them, so its first fault ends the wait too.
  const std::size_t faults_before = session.faults().Of(kPlayFaults).size();
  const auto has_new_fault = [&] { return faults_before == 0 && !session.faults().Of(kPlayFaults).empty(); };
  const auto is_done = [](const CheckGame* game) { return game->is_over() || game->answered() >= kAnswersEach; };
  const absl::Status status =
      session.RunUntil([&] { return has_new_fault() || std::all_of(games.begin(), games.end(), is_done); }, kManyLimit);
  if (status.ok()) return Passed(Counted(count, "game"));
  const auto done = std::count_if(games.begin(), games.end(), is_done);
  return Within(absl::StrCat(done, " of ", Counted(count, "game"), " went on; "), status);
}

StepResult IsNotHeldUp(CheckContext& context) {
  CheckSession& session = context.session;
  if (session.hello().concurrent_games_max() < 2) return Skipped("its hello takes one game at a time");
  FLAGFALL_ASSIGN_OR_RETURN(const auto waiting, PlayUntilOpponentToAct(session, {.ruleset = context.ruleset()}, 2));
  // The opponent does not attack, since short games would say nothing about the bot.
  const auto other =
      StartAndPlay(session, {.ruleset = context.ruleset(), .side = v1::SIDE_BLUE, .is_peaceful = true}, kAnswersEach);
  if (!other.ok()) return Within("while one game waited, in the other: ", other.status());
  waiting->HoldOpponent(false, SteadyNow());
  FLAGFALL_RETURN_IF_ERROR(PlayFor(session, *waiting, 2));
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

// Plays a game to its end, adds the bot's answers to `answers`, and sets `summary`.
absl::Status PlayWholeGame(CheckSession& session, const CheckGameSpec& spec, std::map<v1::DecisionKind, int>& answers,
                           std::string& summary) {
  FLAGFALL_ASSIGN_OR_RETURN(const CheckGame* game, session.StartGame(spec));
  FLAGFALL_RETURN_IF_ERROR(PlayToEnd(session, *game, kWholeGameLimit));
  for (const auto& [kind, count] : game->answers()) answers[kind] += count;
  summary = game->Summary();
  return absl::OkStatus();
}

// Plays a game on each side, and further games while some kind of decision has not come up.
StepResult PlaysRuleset(CheckContext& context, const RulesetInfo& info) {
  const auto& rulesets = context.rulesets;
  if (std::find(rulesets.begin(), rulesets.end(), info.id) == rulesets.end()) {
    return Skipped(absl::StrCat("this check is of ", absl::StrJoin(rulesets, ", ")));
  }
  std::map<v1::DecisionKind, int> answers;
  std::vector<std::string> games;
  for (std::uint32_t i = 0; i < 2 || (answers.size() < info.decisions.size() && i < kWholeGamesMax); ++i) {
    FLAGFALL_RETURN_IF_ERROR(
        PlayWholeGame(context.session, {.ruleset = info.id, .side = SideOf(i)}, answers, games.emplace_back()));
  }
  const std::size_t more = games.size() - 2;
  games.resize(2);
  return Passed(absl::StrCat(absl::StrJoin(games, "; "), more > 0 ? absl::StrCat("; ", more, " more") : "", "; ",
                             AskedFor(info, answers)));
}

StepResult PlaysLongGame(CheckContext& context) {
  std::uint32_t longest = 0;
  for (int i = 0; i < 2 && longest < kLongGame; ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(
        const auto game,
        context.session.StartGame(
            {.ruleset = context.ruleset(), .side = SideOf(i), .max_plies = kLongGame, .is_peaceful = true}));
    FLAGFALL_RETURN_IF_ERROR(PlayToEnd(context.session, *game, kWholeGameLimit));
    longest = std::max(longest, game->plies());
  }
  return Passed(Counted(longest, "ply", "plies"));
}

}  // namespace

StepGroup ManyGamesSteps() {
  return {
      .counts_new_faults = true,
      .steps = {
          {.title = "plays many games at once",
           .blocks = Blocks::kGroup,
           .tests_many_games = true,
           .mend = "keep everything about a game under its game_id, and answer each decision_required with the game_id "
                   "it names; or say a smaller concurrent_games_max in hello",
           .run = PlaysManyAtOnce},
          {.title = "plays on while another game waits",
           .mend = "never wait for the next message of one game: read the stream, and answer whichever game it names",
           .run = IsNotHeldUp},
      }};
}

StepGroup RulesetSteps() {
  StepGroup group;
  for (const auto& definition : Catalogue()) {
    const RulesetInfo& info = definition->info();
    group.steps.push_back(
        {.title = absl::StrCat("plays whole games of ", info.id, " as Red and as Blue"),
         .mend = absl::StrCat("`flagfall rules show ", info.id,
                              "` lists its decisions with an example of each; hello.wants_legal_actions "
                              "has legal actions listed with the decisions"),
         .run = [&info](CheckContext& context) { return PlaysRuleset(context, info); }});
  }
  group.steps.push_back(
      {.title = "plays a long game",
       .mend = "a game can have thousands of plies: let neither memory nor the time for a ply grow with it",
       .run = PlaysLongGame});
  return group;
}

}  // namespace flagfall::arena::checker
