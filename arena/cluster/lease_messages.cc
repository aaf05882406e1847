#include "arena/cluster/lease_messages.h"

#include <algorithm>
#include <memory>

#include "arena/tournament/given_games.h"

namespace flagfall::arena::cluster {
namespace {

void SetValues(const tournament::OptionValues& values, v1::BotSettings& settings) {
  settings.mutable_values()->insert(values.begin(), values.end());
}

tournament::OptionValues ValuesOf(const v1::BotSettings& settings) {
  return {settings.values().begin(), settings.values().end()};
}

}  // namespace

std::set<std::uint32_t> PlayingBots(const v1::Lease& lease) {
  std::set<std::uint32_t> playing;
  for (const v1::LeasedGame& game : lease.games()) playing.insert({game.red(), game.blue()});
  return playing;
}

v1::Lease MessageOf(const Lease& lease, const runner::LeaseDesk::Run& run, Micros heartbeat) {
  v1::Lease message;
  message.set_id(lease.id);
  message.set_tournament_id(static_cast<std::uint32_t>(lease.tournament_id));
  *message.mutable_spec() = run.tournament.spec;
  for (std::size_t i = 0; i < run.bots.size(); ++i) {
    v1::LeasedBot& bot = *message.add_bots();
    *bot.mutable_manifest() = run.bots[i].manifest;
    bot.set_is_strict(run.strict[i]);
    bot.set_faults(run.bots[i].faults);
  }
  for (const auto& [number, match] : lease.games) {
    const coordinator::LeasedGame& leased = match.game.leased;
    v1::LeasedGame& game = *message.add_games();
    game.set_number(number);
    game.set_start(leased.start);
    game.set_round(leased.game.round);
    game.set_red(static_cast<std::uint32_t>(leased.game.red));
    game.set_blue(static_cast<std::uint32_t>(leased.game.blue));
    game.set_first_of_pair(leased.game.first_of_pair);
    game.set_seed(leased.seed);
    const tournament::GameSettings& settings = leased.game.settings;
    if (!settings.red.empty()) SetValues(settings.red, *game.mutable_red_settings());
    if (!settings.blue.empty()) SetValues(settings.blue, *game.mutable_blue_settings());
    if (match.game.match.given_set_ups.has_red()) *game.mutable_given_set_ups() = match.game.match.given_set_ups;
  }
  message.set_games_at_once(lease.games_at_once);
  message.set_heartbeat_ms(static_cast<std::uint32_t>(heartbeat / std::chrono::milliseconds(1)));
  return message;
}

LeasedRun RunOf(const v1::Lease& lease, const std::vector<std::string>& folders, std::uint32_t games_at_once_max) {
  LeasedRun run;
  run.tournament.id = lease.tournament_id();
  run.tournament.spec = lease.spec();
  run.tournament.spec.set_concurrency(std::max(1U, std::min(lease.games_at_once(), games_at_once_max)));
  run.start.tournament_id = run.tournament.id;
  run.start.spec = run.tournament.spec;
  run.start.is_lease = true;
  const std::set<std::uint32_t> playing = PlayingBots(lease);
  for (int i = 0; i < lease.bots_size(); ++i) {
    const v1::LeasedBot& leased = lease.bots(i);
    const std::string& name = leased.manifest().name();
    run.bots.push_back({.manifest = leased.manifest(), .folder = folders[static_cast<std::size_t>(i)]});
    // A bot that plays in none of the games needs no sandbox: this machine may have none for it.
    if (leased.is_strict() && playing.contains(static_cast<std::uint32_t>(i))) run.strict.insert(name);
    run.start.bots.push_back(
        {.name = name, .is_remote = run.bots.back().IsRemote(), .faults = leased.faults(), .suspended_reason = ""});
  }
  std::vector<tournament::ScheduledGame> games;
  for (const v1::LeasedGame& game : lease.games()) {
    games.push_back({.number = game.number(),
                     .round = game.round(),
                     .red = static_cast<int>(game.red()),
                     .blue = static_cast<int>(game.blue()),
                     .first_of_pair = game.first_of_pair(),
                     .settings = {.red = ValuesOf(game.red_settings()), .blue = ValuesOf(game.blue_settings())}});
    run.start.seeds[game.number()] = game.seed();
  }
  run.start.games = std::make_unique<tournament::GivenGames>(games);
  return run;
}

}  // namespace flagfall::arena::cluster
