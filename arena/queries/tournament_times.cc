#include "arena/queries/tournament_times.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>

#include "arena/queries/ledger_messages.h"

namespace flagfall::arena::queries {
namespace {

using CountsByReason = std::map<v1::Reason, std::uint32_t>;

double Seconds(Micros time) { return std::chrono::duration<double>(time).count(); }

// The most frequent first.
void AddCounts(const CountsByReason& counts, google::protobuf::RepeatedPtrField<v1::ReasonCount>& message) {
  for (const auto& [reason, games] : counts) {
    v1::ReasonCount& count = *message.Add();
    count.set_reason(reason);
    count.set_games(games);
  }
  std::stable_sort(message.begin(), message.end(),
                   [](const v1::ReasonCount& a, const v1::ReasonCount& b) { return a.games() > b.games(); });
}

}  // namespace

void TournamentTimes::Add(const store::GameSummary& game, const tournament::PlayedGame& players) {
  Add(players.red, game.times[0]);
  Add(players.blue, game.times[1]);
}

void TournamentTimes::Add(int bot, const store::SeatTimes& times) {
  if (sums_.size() <= static_cast<std::size_t>(bot)) sums_.resize(static_cast<std::size_t>(bot) + 1);
  Sum& sum = sums_[static_cast<std::size_t>(bot)];
  ++sum.games;
  sum.times.unsent += times.unsent;
  sum.times.away += times.away;
  sum.times.host_delay += times.host_delay;
}

void TournamentTimes::AddTo(absl::Span<const store::VoidCount> voids, v1::Tournament& message) const {
  const std::map<std::string, int> players = PlayersOf(message.spec());
  CountsByReason in_all;
  std::vector<CountsByReason> by_bot(players.size());
  for (const store::VoidCount& attempts : voids) {
    in_all[attempts.reason] += attempts.games;
    for (const std::string& bot : {attempts.red, attempts.blue}) {
      if (const auto found = players.find(bot); found != players.end()) {
        by_bot[static_cast<std::size_t>(found->second)][attempts.reason] += attempts.games;
      }
    }
  }
  AddCounts(in_all, *message.mutable_voids());
  for (std::size_t bot = 0; bot < by_bot.size(); ++bot) {
    v1::BotTimes& times = *message.add_times();
    times.set_bot(message.spec().bots(static_cast<int>(bot)));
    if (bot < sums_.size()) {
      times.set_games(sums_[bot].games);
      times.set_unsent_seconds(Seconds(sums_[bot].times.unsent));
      times.set_away_seconds(Seconds(sums_[bot].times.away));
      times.set_host_delay_seconds(Seconds(sums_[bot].times.host_delay));
    }
    AddCounts(by_bot[bot], *times.mutable_voids());
  }
}

}  // namespace flagfall::arena::queries
