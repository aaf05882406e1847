#include "arena/queries/queries.h"

#include <google/protobuf/util/time_util.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/queries/leaderboards.h"
#include "arena/queries/messages.h"
#include "arena/queries/paging.h"
#include "arena/queries/secrets.h"
#include "arena/store/time_limit.h"
#include "referee/base/status_macros.h"
#include "referee/rules/record.h"

namespace flagfall::arena {
namespace {

using google::protobuf::util::TimeUtil;

constexpr std::int32_t kNanosMax = 999'999'999;

absl::StatusOr<std::optional<Micros>> TimeIn(const google::protobuf::Timestamp& time, bool is_given,
                                             absl::string_view field) {
  if (!is_given) return std::optional<Micros>();
  if (time.seconds() < TimeUtil::kTimestampMinSeconds || time.seconds() > TimeUtil::kTimestampMaxSeconds ||
      time.nanos() < 0 || time.nanos() > kNanosMax) {
    return absl::InvalidArgumentError(absl::StrCat(field, " is no time between the years 1 and 9999"));
  }
  return std::optional(Micros(TimeUtil::TimestampToMicroseconds(time)));
}

absl::StatusOr<GameFilter> FilterOf(const v1::ListGamesRequest& request) {
  GameFilter filter;
  if (!request.opponent().empty() && request.bot().empty()) {
    return absl::InvalidArgumentError("opponent is given without bot, whose opponent it would be");
  }
  if (!request.bot().empty()) filter.bot = request.bot();
  if (request.tournament_id() != 0) filter.tournament_id = request.tournament_id();
  if (!request.ruleset_id().empty()) filter.ruleset_id = request.ruleset_id();
  if (request.result() != v1::RESULT_UNSPECIFIED) filter.result = request.result();
  if (request.reason() != v1::REASON_UNSPECIFIED) filter.reason = request.reason();
  if (!request.opponent().empty()) filter.opponent = request.opponent();
  if (request.plies_min() != 0) filter.plies_min = request.plies_min();
  if (request.plies_max() != 0) filter.plies_max = request.plies_max();
  FLAGFALL_ASSIGN_OR_RETURN(filter.start_time_min,
                            TimeIn(request.start_time_min(), request.has_start_time_min(), "start_time_min"));
  FLAGFALL_ASSIGN_OR_RETURN(filter.start_time_end,
                            TimeIn(request.start_time_max(), request.has_start_time_max(), "start_time_max"));
  return filter;
}

v1::Bot BotFor(Asker asker, const Bot& bot) {
  v1::Bot message = MessageOf(bot);
  if (asker != Asker::kHost) message.clear_folder();
  return message;
}

absl::StatusOr<v1::GameRecord> RecordFor(Asker asker, Database& database, const GameSummary& game) {
  return asker == Asker::kHost ? FindRecord(database, game.game_id) : PublicRecord(database, game);
}

// The first `count` games that were stored of the tournament, or all when that is 0; ordered by number.
absl::StatusOr<std::vector<PlayedGame>> FirstPlayedGames(Database& database, const Tournament& tournament,
                                                         std::uint32_t count) {
  if (count == 0) return PlayedGames(database, tournament);
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<GameSummary> games, TournamentGames(database, tournament.id));
  absl::c_sort(games, [](const GameSummary& a, const GameSummary& b) { return a.sequence < b.sequence; });
  if (games.size() > count) games.resize(count);
  absl::c_sort(games, [](const GameSummary& a, const GameSummary& b) { return a.number < b.number; });
  const std::map<std::string, int> players = PlayersOf(tournament.spec);
  std::vector<PlayedGame> played;
  for (const GameSummary& game : games) played.push_back(PlayedGameOf(game, players));
  return played;
}

}  // namespace

absl::StatusOr<v1::ListBotsResponse> Answer(Database& database, const v1::ListBotsRequest& /*request*/, Asker asker) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Bot> bots, ListBots(database));
  v1::ListBotsResponse response;
  for (const Bot& bot : bots) *response.add_bots() = BotFor(asker, bot);
  return response;
}

absl::StatusOr<v1::Bot> Answer(Database& database, const v1::GetBotRequest& request, Asker asker) {
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction reading, Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(database, request.name()));
  v1::Bot message = BotFor(asker, bot);
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Standing> standings, StandingsOf(database, bot.name()));
  for (const Standing& standing : standings) *message.add_ratings() = MessageOf(standing);
  return message;
}

absl::StatusOr<v1::ListTournamentsResponse> Answer(Database& database, const v1::ListTournamentsRequest& request,
                                                   Asker asker) {
  FLAGFALL_ASSIGN_OR_RETURN(const int page_size, PageSize(request.page_size()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> before, Before(request.page_token()));
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction reading, Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Tournament> tournaments, ListTournaments(database, before, page_size));
  v1::ListTournamentsResponse response;
  for (const Tournament& tournament : tournaments) {
    FLAGFALL_ASSIGN_OR_RETURN(*response.add_tournaments(), MessageOf(database, tournament));
    v1::Tournament& message = *response.mutable_tournaments()->rbegin();
    if (asker != Asker::kHost) HideWhatIsToCome(message);
    // A book may have millions of bytes, and a page a thousand of them.
    HideBook(*message.mutable_spec());
  }
  if (static_cast<int>(tournaments.size()) == page_size && tournaments.back().id > 1) {
    response.set_next_page_token(absl::StrCat(tournaments.back().id));
  }
  return response;
}

absl::StatusOr<v1::Tournament> Answer(Database& database, const v1::GetTournamentRequest& request, Asker asker) {
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction reading, Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const Tournament tournament, FindTournament(database, request.id()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<PlayedGame> played,
                            FirstPlayedGames(database, tournament, request.games_max()));
  v1::Tournament message = MessageOf(tournament, static_cast<std::uint32_t>(played.size()));
  AddTable(played, message);
  if (asker != Asker::kHost) HideWhatIsToCome(message);
  return message;
}

absl::StatusOr<v1::ListGamesResponse> Answer(Database& database, const v1::ListGamesRequest& request, Asker asker,
                                             std::chrono::milliseconds within) {
  FLAGFALL_ASSIGN_OR_RETURN(const int page_size, PageSize(request.page_size()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> before, Before(request.page_token()));
  FLAGFALL_ASSIGN_OR_RETURN(const GameFilter filter, FilterOf(request));
  std::optional<TimeLimit> limit;
  if (asker != Asker::kHost) limit.emplace(database, within);
  absl::StatusOr<GamePage> page = ListGames(database, filter, before, page_size);
  if (absl::IsDeadlineExceeded(page.status())) {
    return absl::UnavailableError("few games are so, and it takes too long to find them");
  }
  FLAGFALL_RETURN_IF_ERROR(page.status());
  v1::ListGamesResponse response;
  for (const GameSummary& game : page->games) *response.add_games() = MessageOf(game);
  if (page->next.has_value()) response.set_next_page_token(absl::StrCat(*page->next));
  return response;
}

absl::StatusOr<v1::GameRecord> Answer(Database& database, const v1::GetGameRecordRequest& request, Asker asker) {
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction reading, Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const GameSummary game, FindGame(database, request.game_id()));
  return RecordFor(asker, database, game);
}

absl::StatusOr<v1::GameView> Answer(Database& database, const v1::GetGameViewRequest& request, Asker asker) {
  if (request.observer() == v1::OBSERVER_UNSPECIFIED) {
    return absl::InvalidArgumentError("observer is not given; it may be red, blue, spectator or all");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction reading, Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const GameSummary game, FindGame(database, request.game_id()));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, RecordFor(asker, database, game));
  const std::uint32_t ply = request.has_ply() ? request.ply() : game.plies;
  FLAGFALL_ASSIGN_OR_RETURN(const Position position, PositionAtPly(record, ply));
  v1::GameView view;
  *view.mutable_game() = MessageOf(game);
  view.set_ply(ply);
  *view.mutable_view() = position.game->ViewFor(request.observer());
  return view;
}

absl::StatusOr<v1::GetLeaderboardResponse> Answer(Database& database, const v1::GetLeaderboardRequest& request,
                                                  Asker /*asker*/) {
  return Leaderboards(database, request);
}

}  // namespace flagfall::arena
