#include "arena/web_pages/bot_page.h"

#include <algorithm>
#include <map>
#include <utility>

#include "arena/base/timestamps.h"
#include "arena/queries/ledger_messages.h"
#include "arena/rating/elo.h"
#include "arena/store/bot_games.h"
#include "arena/store/bots.h"
#include "arena/store/games.h"
#include "arena/store/host_bots.h"
#include "arena/web_pages/game_tallies.h"
#include "arena/web_pages/spending.h"
#include "arena/web_pages/thinned.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web_pages {
namespace {

struct Counts {
  GameTallies games;
  std::map<std::string, rating::Tally> against;
};

void Add(const store::AlikeGames& alike, Counts& counts) {
  counts.games.Add(alike.side, alike.result, alike.reason, alike.games);
  CountIn(counts.against[alike.opponent], alike.side, alike.result) += alike.games;
}

void AddOpponents(const std::map<std::string, rating::Tally>& against, v1::BotRecord& record) {
  std::vector<std::pair<std::string, rating::Tally>> opponents(against.begin(), against.end());
  std::stable_sort(opponents.begin(), opponents.end(),
                   [](const auto& a, const auto& b) { return a.second.Games() > b.second.Games(); });
  if (opponents.size() > kOpponentsMax) opponents.resize(kOpponentsMax);
  for (const auto& [name, tally] : opponents) {
    v1::OpponentRecord& opponent = *record.add_opponents();
    opponent.set_bot(name);
    *opponent.mutable_tally() = tournament::MessageOf(tally);
  }
}

absl::Status AddSpending(store::Database& database, const std::string& bot, v1::BotRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::BotGame> games,
                            store::NewestGamesOf(database, bot, record.ruleset_id(), kSpendingGames));
  Spending spending;
  for (const store::BotGame& game : games) {
    const absl::StatusOr<v1::GameRecord> played = store::FindRecord(database, game.game_id);
    // A damaged record is passed over; the others still count.
    if (absl::IsDataLoss(played.status())) continue;
    FLAGFALL_RETURN_IF_ERROR(played.status());
    spending.Add(*played, game.side);
  }
  if (!games.empty()) *record.mutable_spending() = spending.Message();
  return absl::OkStatus();
}

absl::Status AddRecords(store::Database& database, const std::string& bot, v1::BotPage& page) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::AlikeGames> all, store::CountGamesOf(database, bot));
  std::map<std::string, Counts> counts_of;
  for (const store::AlikeGames& alike : all) Add(alike, counts_of[alike.ruleset_id]);
  for (const auto& [ruleset_id, counts] : counts_of) {
    v1::BotRecord& record = *page.add_records();
    record.set_ruleset_id(ruleset_id);
    counts.games.WriteTo(record);
    AddOpponents(counts.against, record);
    FLAGFALL_RETURN_IF_ERROR(AddSpending(database, bot, record));
  }
  return absl::OkStatus();
}

absl::Status AddVersions(store::Database& database, const std::string& bot, v1::BotPage& page) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, store::ListBots(database));
  for (const store::Bot& other : bots) {
    if (store::BaseNameOf(other.name()) != store::BaseNameOf(bot)) continue;
    v1::BotVersion& version = *page.add_versions();
    version.set_name(other.name());
    version.set_version(other.manifest.version());
    *version.mutable_add_time() = TimestampOf(other.added_time);
    version.set_state(other.State());
  }
  return absl::OkStatus();
}

// The entry of that very name, where a newer version answers to it too: tables of old games lead here.
absl::StatusOr<v1::Bot> BotOf(store::Database& database, const std::string& name,
                              const queries::LeaderboardSource& leaderboards) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot entry, store::FindEntry(database, name));
  v1::Bot bot = queries::MessageOf(entry);
  bot.clear_folder();
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Standing> standings, store::StandingsOf(database, entry.name()));
  for (const store::Standing& standing : standings) *bot.add_ratings() = queries::MessageOf(standing);
  FLAGFALL_RETURN_IF_ERROR(queries::AddPlaces(database, leaderboards, bot));
  return bot;
}

}  // namespace

v1::RatingHistory HistoryOf(const std::string& pool, const std::vector<store::RatingStep>& steps) {
  v1::RatingHistory history;
  history.set_pool(pool);
  for (const std::size_t i : Thinned(steps.size(), kHistoryPoints)) {
    history.add_seconds(static_cast<std::uint32_t>(steps[i].start_time / std::chrono::seconds(1)));
    history.add_games(static_cast<std::uint32_t>(i + 1));
    history.add_elo(rating::InElo(steps[i].after));
  }
  return history;
}

absl::StatusOr<v1::BotPage> BotPageOf(store::Database& database, const std::string& name,
                                      const queries::LeaderboardSource& leaderboards) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  v1::BotPage page;
  FLAGFALL_ASSIGN_OR_RETURN(*page.mutable_bot(), BotOf(database, name, leaderboards));
  const std::string& bot = page.bot().manifest().name();
  FLAGFALL_RETURN_IF_ERROR(AddVersions(database, bot, page));
  FLAGFALL_RETURN_IF_ERROR(AddRecords(database, bot, page));
  for (const v1::RatedBot& rated : page.bot().ratings()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::RatingStep> steps,
                              store::RatingHistory(database, rated.pool(), bot));
    *page.add_histories() = HistoryOf(rated.pool(), steps);
  }
  return page;
}

}  // namespace flagfall::arena::web_pages
