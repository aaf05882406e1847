#include "arena/cli/audit_asking.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/analysis/asked_again.h"
#include "arena/base/second_player.h"
#include "arena/cli/audit_report.h"
#include "arena/cli/progress_bar.h"
#include "arena/exam/exam.h"
#include "referee/base/status_macros.h"
#include "referee/match/time_control.h"

namespace flagfall::arena::cli {
namespace {

const v1::Player& PlayerOf(const GameToAskIn& game) {
  return game.side == Side::kRed ? game.record.red() : game.record.blue();
}

// The specs of the games' tournaments, each asked for once.
class Specs {
 public:
  explicit Specs(api::ArenaApi& api) : api_(api) {}

  absl::StatusOr<v1::TournamentSpec> Of(std::uint32_t tournament_id) {
    if (const auto known = specs_.find(tournament_id); known != specs_.end()) return known->second;
    v1::GetTournamentRequest request;
    request.set_id(tournament_id);
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Tournament tournament, api_.GetTournament(request));
    return specs_[tournament_id] = tournament.spec();
  }

 private:
  api::ArenaApi& api_;
  std::map<std::uint32_t, v1::TournamentSpec> specs_;
};

// Games in which one program is asked in one way, on one side.
struct Group {
  exam::ExamOptions options;
  std::vector<exam::RecordedGame> games = {};
  // Where the games stand among all.
  std::vector<std::size_t> places = {};
};

// All games that can be asked in, by how. Adds to `left_out` the others.
absl::StatusOr<std::vector<Group>> GroupsOf(const Invocation& invocation, const ExamFlags& flags, api::ArenaApi& api,
                                            store::Database& database, const std::vector<GameToAskIn>& games,
                                            std::uint32_t& left_out) {
  std::map<std::string, Group> groups;
  Specs specs(api);
  for (std::size_t i = 0; i < games.size(); ++i) {
    const GameToAskIn& game = games[i];
    FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec spec, specs.Of(game.tournament_id));
    const std::string entry(EntryOfPlayer(PlayerOf(game).name()));
    const std::string key = absl::StrCat(entry, " ", FormatTimeControl(game.record.time_control()), " ",
                                         IndexOf(game.side), " ", game.tournament_id);
    auto group = groups.find(key);
    if (group == groups.end()) {
      const auto settings = spec.bot_options().find(entry);
      FLAGFALL_ASSIGN_OR_RETURN(
          exam::ExamOptions options,
          ExamOptionsFor(entry, settings == spec.bot_options().end() ? v1::BotSettings() : settings->second,
                         game.record.ruleset().id(), invocation, database, flags));
      options.time_control = game.record.time_control();
      options.sides = {game.side};
      group = groups.emplace(key, Group{.options = std::move(options)}).first;
    }
    if (game.record.plies() == 0) continue;
    const bool is_same = group->second.options.bot.manifest.version() == PlayerOf(game).version();
    if (!is_same || spec.format() == v1::TournamentSpec::FORMAT_TUNE) {
      ++left_out;
      continue;
    }
    FLAGFALL_ASSIGN_OR_RETURN(exam::RecordedGame recorded, exam::RecordedGameOf(game.record));
    group->second.games.push_back(std::move(recorded));
    group->second.places.push_back(i);
  }
  std::vector<Group> asked;
  for (auto& [key, group] : groups) {
    if (!group.games.empty()) asked.push_back(std::move(group));
  }
  if (!asked.empty()) return asked;
  return absl::FailedPreconditionError(absl::StrCat(
      "there is no game in which the bot could be asked again: not in those of a tuning, not in those that ",
      "another version of its program played, and not in those without a ply"));
}

}  // namespace

absl::StatusOr<v1::AskedAgain> AskAgain(const Invocation& invocation, const ExamFlags& flags, store::Database& database,
                                        api::ArenaApi& api, const std::vector<GameToAskIn>& games,
                                        const std::stop_token& stop) {
  std::uint32_t left_out = 0;
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Group> groups, GroupsOf(invocation, flags, api, database, games, left_out));
  std::uint64_t total = 0;
  for (const Group& group : groups) total += exam::SidesToAsk(group.games, group.options);
  Progress progress(invocation.console, total);
  // By the places of the games.
  std::map<std::size_t, analysis::GameAnswers> answers;
  exam::ExamResult totals;
  for (Group& group : groups) {
    group.options.stop = stop;
    group.options.on_side = [&progress] { progress.Add(); };
    FLAGFALL_ASSIGN_OR_RETURN(exam::ExamResult result, exam::RunExam(group.games, group.options));
    for (std::size_t i = 0; i < group.places.size(); ++i) answers[group.places[i]] = std::move(result.answers[i]);
    totals.not_asked += result.not_asked;
    totals.faults += result.faults;
  }
  analysis::AskedAgain asked;
  for (const auto& [place, of_game] : answers) {
    const GameToAskIn& game = games[place];
    FLAGFALL_RETURN_IF_ERROR(asked.Add(game.record, game.side, of_game[IndexOf(game.side)]));
  }
  v1::AskedAgain message = AskedAgainOf(asked);
  message.set_games_left_out(left_out);
  message.set_repeats(flags.repeats);
  message.set_not_asked(totals.not_asked);
  message.set_faults(totals.faults);
  return message;
}

}  // namespace flagfall::arena::cli
