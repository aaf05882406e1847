// HomeApi's calls about games and ratings.
#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/api/home_api.h"
#include "arena/api/paging.h"
#include "arena/base/timestamps.h"
#include "arena/queries/leaderboards.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/rulesets.h"
#include "arena/queries/secrets.h"
#include "arena/store/game_receipts.h"
#include "arena/store/time_limit.h"
#include "referee/base/status_macros.h"
#include "referee/rules/record.h"
#include "referee/rules/side_messages.h"

namespace flagfall::arena::api {
namespace {

using google::protobuf::util::TimeUtil;

constexpr std::int32_t kNanosMax = 999'999'999;
// Games are read in portions, each with a connection of its own, which takes as long to open as a few games to read. A
// portion ends after so many games, or when its records have so many entries: some 20 MiB.
constexpr std::int64_t kGamesReadAtOnce = 256;
constexpr int kEntriesReadAtOnce = 1 << 16;

absl::StatusOr<std::optional<Micros>> TimeIn(const google::protobuf::Timestamp& time, bool is_given,
                                             absl::string_view field) {
  if (!is_given) return std::optional<Micros>();
  if (time.seconds() < TimeUtil::kTimestampMinSeconds || time.seconds() > TimeUtil::kTimestampMaxSeconds ||
      time.nanos() < 0 || time.nanos() > kNanosMax) {
    return absl::InvalidArgumentError(absl::StrCat(field, " is no time between the years 1 and 9999"));
  }
  return std::optional(MicrosOf(time));
}

absl::StatusOr<store::GameFilter> FilterOf(const v1::ListGamesRequest& request) {
  store::GameFilter filter;
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
  filter.is_imported = request.imported();
  return filter;
}

// As store::ListGames. All but hosts may have games looked for `time_max` long.
absl::StatusOr<store::GamePage> GamesFor(store::Database& ledger, const store::GameFilter& filter,
                                         std::optional<std::int64_t> before, int count,
                                         std::optional<std::chrono::milliseconds> time_max) {
  std::optional<store::TimeLimit> limit;
  if (time_max.has_value()) limit.emplace(ledger, *time_max);
  absl::StatusOr<store::GamePage> page = store::ListGames(ledger, filter, before, count);
  if (absl::IsDeadlineExceeded(page.status())) {
    return absl::UnavailableError("few games are so, and it takes too long to find them");
  }
  return page;
}

absl::StatusOr<v1::GameRecord> RecordFor(store::Database& ledger, const store::GameSummary& game, bool is_host) {
  return is_host ? store::FindRecord(ledger, game.game_id) : queries::PublicRecord(ledger, game);
}

}  // namespace

absl::StatusOr<v1::ListGamesResponse> HomeApi::ListGames(const v1::ListGamesRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const int page_size, PageSize(request.page_size()));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> before, Before(request.page_token()));
  FLAGFALL_ASSIGN_OR_RETURN(const store::GameFilter filter, FilterOf(request));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(
      const store::GamePage page,
      GamesFor(*ledger, filter, before, page_size, IsHost() ? std::nullopt : std::optional(list_games_time_max_)));
  v1::ListGamesResponse response;
  for (const store::GameSummary& game : page.games) *response.add_games() = queries::MessageOf(game);
  if (page.next.has_value()) response.set_next_page_token(absl::StrCat(*page.next));
  return response;
}

absl::StatusOr<v1::GameRecord> HomeApi::GetGameRecord(const v1::GetGameRecordRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(*ledger));
  FLAGFALL_ASSIGN_OR_RETURN(const store::GameSummary game, store::FindGame(*ledger, request.game_id()));
  return RecordFor(*ledger, game, IsHost());
}

absl::StatusOr<v1::GameReceipt> HomeApi::GetGameReceipt(const v1::GetGameReceiptRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  return store::ReceiptOfGame(*ledger, request.game_id());
}

absl::StatusOr<HomeApi::ExportedGames> HomeApi::ExportPart(const v1::ListGamesRequest& wanted,
                                                           std::optional<std::int64_t> before, int count,
                                                           bool with_records) const {
  FLAGFALL_ASSIGN_OR_RETURN(const store::GameFilter filter, FilterOf(wanted));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(*ledger));
  FLAGFALL_ASSIGN_OR_RETURN(
      const store::GamePage page,
      GamesFor(*ledger, filter, before, count, IsHost() ? std::nullopt : std::optional(list_games_time_max_)));
  ExportedGames exported{.games = {}, .next = page.next};
  int entries = 0;
  std::int64_t last = 0;
  for (const store::GameSummary& game : page.games) {
    if (entries > kEntriesReadAtOnce) {
      exported.next = last;
      break;
    }
    last = game.sequence;
    v1::ExportGamesResponse& response = exported.games.emplace_back();
    *response.mutable_game() = queries::MessageOf(game);
    if (!with_records) continue;
    absl::StatusOr<v1::GameRecord> record = RecordFor(*ledger, game, IsHost());
    if (absl::IsFailedPrecondition(record.status())) {
      response.set_withheld(std::string(record.status().message()));
      continue;
    }
    FLAGFALL_RETURN_IF_ERROR(record.status());
    entries += record->entries_size();
    *response.mutable_record() = *std::move(record);
  }
  return exported;
}

absl::Status HomeApi::ExportGames(const v1::ExportGamesRequest& request, const OnGame& on_game) {
  if (request.filter().page_size() != 0 || !request.filter().page_token().empty()) {
    return absl::InvalidArgumentError(
        "filter.page_size and filter.page_token are for ListGames; ExportGames gives all games, or games_max");
  }
  std::int64_t left = request.games_max() == 0 ? std::numeric_limits<std::int64_t>::max() : request.games_max();
  std::optional<std::int64_t> before;
  do {
    // The ledger is read between two writes, and not while a slow reader takes what was read.
    const int count = static_cast<int>(std::min<std::int64_t>(left, kGamesReadAtOnce));
    FLAGFALL_ASSIGN_OR_RETURN(const ExportedGames exported,
                              ExportPart(request.filter(), before, count, !request.summaries_only()));
    for (const v1::ExportGamesResponse& game : exported.games) FLAGFALL_RETURN_IF_ERROR(on_game(game));
    left -= static_cast<std::int64_t>(exported.games.size());
    before = exported.next;
  } while (before.has_value() && left > 0);
  return absl::OkStatus();
}

absl::StatusOr<v1::GameView> HomeApi::GetGameView(const v1::GetGameViewRequest& request) {
  if (request.observer() == v1::OBSERVER_UNSPECIFIED) {
    return absl::InvalidArgumentError("observer is not given; it may be red, blue, spectator or all");
  }
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(*ledger));
  FLAGFALL_ASSIGN_OR_RETURN(const store::GameSummary game, store::FindGame(*ledger, request.game_id()));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, RecordFor(*ledger, game, IsHost()));
  const std::uint32_t ply = request.has_ply() ? request.ply() : game.plies;
  FLAGFALL_ASSIGN_OR_RETURN(const Position position, PositionAtPly(record, ply));
  v1::GameView view;
  *view.mutable_game() = queries::MessageOf(game);
  view.set_ply(ply);
  *view.mutable_view() = position.game->ViewFor(request.observer());
  for (const RecordedAction& action : position.commented) {
    if (!IsOpenTo(request.observer(), SideOf(action.side))) continue;
    v1::ActionComment& comment = *view.add_comments();
    comment.set_side(action.side);
    comment.set_text(action.comment);
  }
  return view;
}

absl::StatusOr<v1::RulesetInfo> HomeApi::GetRuleset(const v1::GetRulesetRequest& request) {
  return queries::RulesetWith(request.ruleset());
}

absl::StatusOr<v1::GetLeaderboardResponse> HomeApi::GetLeaderboard(const v1::GetLeaderboardRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  return queries::Leaderboards(*ledger, request);
}

}  // namespace flagfall::arena::api
