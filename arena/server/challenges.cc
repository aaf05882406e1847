#include "arena/server/challenges.h"

#include <chrono>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/store/bots.h"
#include "arena/store/players.h"
#include "arena/store/tournaments.h"
#include "arena/store/users.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::server {
namespace {

constexpr Micros kDay = std::chrono::hours(24);

absl::Status CheckBots(store::Database& ledger, const std::string& challenger, const v1::TournamentSpec& spec) {
  for (int i = 0; i < spec.bots_size(); ++i) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindPlayer(ledger, spec.bots(i)));
    if (bot.owner == challenger) continue;
    if (i == 0) {
      return absl::PermissionDeniedError(absl::StrCat("bot ", bot.name(), " is not ", challenger,
                                                      "'s; the first bot of a challenge has to be your own"));
    }
    if (!bot.takes_challenges) {
      return absl::PermissionDeniedError(
          absl::StrCat("bot ", bot.name(), " takes no challenges; ",
                       bot.owner.empty() ? "a host" : absl::StrCat("its owner, ", bot.owner, ","),
                       " can allow them with `flagfall bot challenges ", store::BaseNameOf(bot.name()), " on`"));
    }
    if (spec.bot_options().contains(spec.bots(i))) {
      return absl::PermissionDeniedError(
          absl::StrCat("field bot_options: bot ", bot.name(), " is not ", challenger, "'s; it plays as it is"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckLimits(store::Database& ledger, const accounts::Principal& caller, const v1::TournamentSpec& spec,
                         const tournament::ChallengeLimits& limits, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::ChallengesOf has, store::CountChallenges(ledger, caller.user, now - kDay));
  if (has.open >= limits.open_max) {
    return absl::ResourceExhaustedError(
        absl::StrCat(caller.user, " has ", Counted(static_cast<std::uint64_t>(has.open), "challenge"),
                     has.open == 1 ? " that is not over; at most " : " that are not over; at most ", limits.open_max,
                     " (`flagfall tournament cancel` stops one)"));
  }
  if (has.games_since + spec.games() > limits.games_a_day) {
    return absl::ResourceExhaustedError(
        absl::StrCat(caller.user, " has asked for ", Counted(static_cast<std::uint64_t>(has.games_since), "game"),
                     " of challenges in the last 24 hours, and ", spec.games(), " more would be above the ",
                     limits.games_a_day, " that this host allows"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckChallenge(store::Database& ledger, const accounts::Principal& caller, const v1::TournamentSpec& spec,
                            const tournament::ChallengeLimits& limits, Micros now) {
  if (caller.role == accounts::Role::kHost) return absl::OkStatus();
  FLAGFALL_RETURN_IF_ERROR(CheckBots(ledger, caller.user, spec));
  return CheckLimits(ledger, caller, spec, limits, now);
}

absl::Status CheckChallengeAtStart(store::Database& ledger, const v1::TournamentSpec& spec) {
  if (spec.challenger().empty()) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User user, store::FindUser(ledger, spec.challenger()));
  if (user.role() == v1::User::ROLE_HOST) return absl::OkStatus();
  return CheckBots(ledger, spec.challenger(), spec);
}

absl::StatusOr<RunningGames> CheckMayCancel(store::Database& ledger, const accounts::Principal& caller,
                                            std::int64_t tournament) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Tournament found, store::FindTournament(ledger, tournament));
  const std::string& challenger = found.spec.challenger();
  if (challenger.empty() || caller.role == accounts::Role::kHost) {
    FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller, "CancelTournament", /*owner=*/""));
    return RunningGames::kDropped;
  }
  const RunningGames running = found.spec.rated() ? RunningGames::kPlayedOut : RunningGames::kDropped;
  // Before its start a challenge has entrants, and no bots yet.
  std::vector<std::string> names(found.spec.bots().begin(), found.spec.bots().end());
  names.insert(names.end(), found.spec.entrants().begin(), found.spec.entrants().end());
  for (const std::string& name : names) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindPlayer(ledger, name));
    if (bot.owner == caller.user) return running;
  }
  FLAGFALL_RETURN_IF_ERROR(accounts::Permit(caller, "CancelTournament", challenger));
  return running;
}

}  // namespace flagfall::arena::server
