// The answers of the router that are pages.
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/api/home_api.h"
#include "arena/base/json.h"
#include "arena/base/second_player.h"
#include "arena/queries/bot_set_ups.h"
#include "arena/queries/leaderboards.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/rulesets.h"
#include "arena/queries/secrets.h"
#include "arena/replay/example_replay.h"
#include "arena/replay/finished_replay.h"
#include "arena/store/game_receipts.h"
#include "arena/store/games.h"
#include "arena/web/finished_replay_of.h"
#include "arena/web/open_api.h"
#include "arena/web/router.h"
#include "arena/web_pages/bot_page.h"
#include "arena/web_pages/game_files.h"
#include "arena/web_pages/game_neighbours.h"
#include "arena/web_pages/head_to_head.h"
#include "arena/web_pages/leaderboard_page.h"
#include "arena/web_pages/site_page.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

// A form in which a game can be downloaded, by the last part of its path.
struct FileForm {
  absl::string_view part;
  web_pages::GameFormat format;
  absl::string_view extension;
  absl::string_view type;
};
constexpr FileForm kFileForms[] = {
    {"record", web_pages::GameFormat::kRecord, ".json", kJsonType},
    {"text", web_pages::GameFormat::kText, ".txt", "text/plain; charset=utf-8"},
    {"xml", web_pages::GameFormat::kXml, ".xml", "application/xml; charset=utf-8"},
};

}  // namespace

absl::Status StoredGameError(const absl::Status& status) {
  if (status.ok() || absl::IsFailedPrecondition(status) || absl::IsNotFound(status)) return status;
  if (absl::IsUnimplemented(status)) return absl::FailedPreconditionError(status.message());
  return absl::DataLossError(status.message());
}

absl::StatusOr<v1::Replay> FinishedReplayOf(store::Database& database, const std::string& id) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::GameSummary game, store::FindGame(database, id));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, queries::PublicRecord(database, game));
  absl::StatusOr<v1::Replay> replay = replay::FinishedReplay(record, queries::MessageOf(game));
  FLAGFALL_RETURN_IF_ERROR(StoredGameError(replay.status()));
  return replay;
}

namespace {

// The name of a list: two requests for the same list have the same.
std::string ListName(const std::string& what, const google::protobuf::Message& asked) {
  return absl::StrCat(what, "?", asked.SerializeAsString());
}

}  // namespace

absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> Router::LeaderboardOf(store::Database& database,
                                                                                        const std::string& pool) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t ledger, watch_.Now());
  return leaderboards_.TryGet(pool, queries::Freshness::kLedger, ledger,
                              [&] { return queries::NewLeaderboard(database, pool); });
}

template <typename Function>
Page Router::JsonPage(absl::string_view name, queries::Freshness freshness, Function message_of) {
  const auto text = [message_of](store::Database& database) -> absl::StatusOr<std::string> {
    const auto message = message_of(database);
    if (!message.ok()) return message.status();
    return ToJson(*message);
  };
  return {.name = std::string(name), .freshness = freshness, .text = text};
}

absl::StatusOr<Page> Router::Index(const Asked& asked) const {
  return JsonPage(asked.Name(), queries::Freshness::kLedger,
                  [](store::Database&) { return absl::StatusOr<v1::ApiIndex>(IndexOf(Described())); });
}

absl::StatusOr<Page> Router::OpenApi(const Asked& asked) const {
  return Page{.name = asked.Name(),
              .text = [this](store::Database&) { return OpenApiOf(Described(), host_.site.version); }};
}

absl::StatusOr<Page> Router::Site(const Asked& asked) const {
  return JsonPage(asked.Name(), queries::Freshness::kLedger,
                  [this](store::Database& database) -> absl::StatusOr<v1::Site> {
                    FLAGFALL_ASSIGN_OR_RETURN(v1::Site site, web_pages::SiteOf(database, host_.site));
                    AddArchives(files_, site);
                    return site;
                  });
}

absl::StatusOr<Page> Router::Status(const Asked& asked) const {
  return JsonPage(asked.Name(), queries::Freshness::kMoment, [this](store::Database&) { return live_state_.Status(); });
}

absl::StatusOr<Page> Router::Rulesets(const Asked& asked) const {
  // These change with the program, and so may not be kept for good.
  return JsonPage(asked.Name(), queries::Freshness::kLedger,
                  [](store::Database&) { return absl::StatusOr<v1::ListRulesetsResponse>(queries::Rulesets()); });
}

absl::StatusOr<Page> Router::Pictures(const Asked& asked) const {
  return JsonPage(asked.Name(), queries::Freshness::kLedger,
                  [id = asked.parts[2]](store::Database&) { return replay::PicturesOf(id); });
}

absl::StatusOr<Page> Router::Leaderboard(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckPool(asked.parts[2]));
  return JsonPage(asked.Name(), queries::Freshness::kLedger, [this, pool = asked.parts[2]](store::Database& database) {
    return web_pages::LeaderboardPage(database, pool, std::bind_front(&Router::LeaderboardOf, this));
  });
}

absl::StatusOr<Page> Router::Bots(const Asked& asked) const {
  return JsonPage(asked.Name(), queries::Freshness::kLedger,
                  [](store::Database& database) { return api::HomeApi(database).ListBots(v1::ListBotsRequest()); });
}

absl::StatusOr<Page> Router::Bot(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckBotName(asked.parts[2]));
  return JsonPage(asked.Name(), queries::Freshness::kLedger,
                  [this, bot = std::string(EntryOfPlayer(asked.parts[2]))](store::Database& database) {
                    return web_pages::BotPageOf(database, bot, std::bind_front(&Router::LeaderboardOf, this));
                  });
}

absl::StatusOr<Page> Router::HeadToHead(const Asked& asked) const {
  for (const std::string& bot : {asked.parts[2], asked.parts[4]}) FLAGFALL_RETURN_IF_ERROR(CheckBotName(bot));
  return JsonPage(asked.Name(), queries::Freshness::kLedger,
                  [bot = asked.parts[2], opponent = asked.parts[4]](store::Database& database) {
                    return web_pages::HeadToHeadOf(database, bot, opponent);
                  });
}

absl::StatusOr<Page> Router::SetUps(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckBotName(asked.parts[2]));
  return JsonPage(asked.Name(), queries::Freshness::kLedger,
                  [bot = std::string(EntryOfPlayer(asked.parts[2])), ruleset = asked.parts[4]](
                      store::Database& database) { return queries::BotSetUpsOf(database, bot, ruleset); });
}

absl::StatusOr<Page> Router::Games(const Asked& asked) const {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListGamesRequest wanted, GamesRequest(asked.request.parameters));
  return JsonPage(ListName(asked.Name(), wanted), queries::Freshness::kLedger,
                  [wanted](store::Database& database) { return api::HomeApi(database).ListGames(wanted); });
}

absl::StatusOr<Page> Router::Tournaments(const Asked& asked) const {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListTournamentsRequest wanted, TournamentsRequest(asked.request.parameters));
  return JsonPage(ListName(asked.Name(), wanted), queries::Freshness::kLedger,
                  [wanted](store::Database& database) { return api::HomeApi(database).ListTournaments(wanted); });
}

absl::StatusOr<Page> Router::Tournament(const Asked& asked) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t id, PositiveNumber(asked.parts[2], "tournament"));
  return JsonPage(asked.Name(), queries::Freshness::kMoment,
                  [this, id](store::Database&) { return live_state_.Tournament(id); });
}

absl::StatusOr<Page> Router::TournamentRound(const Asked& asked) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t id, PositiveNumber(asked.parts[2], "tournament"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t number, PositiveNumber(asked.parts[4], "round"));
  return JsonPage(asked.Name(), queries::Freshness::kMoment,
                  [this, id, number](store::Database&) { return live_state_.Round(id, number); });
}

absl::StatusOr<Page> Router::Game(const Asked& asked) const {
  const std::string& id = asked.parts[2];
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  if (live_state_.IsRunning(id)) {
    return JsonPage(asked.Name(), queries::Freshness::kMoment,
                    [this, id](store::Database& database) -> absl::StatusOr<v1::Replay> {
                      absl::StatusOr<v1::Replay> replay = live_state_.RunningGame(id, 0);
                      if (!absl::IsNotFound(replay.status())) return replay;
                      // The game has ended since IsRunning was asked.
                      FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
                      return FinishedReplayOf(database, id);
                    });
  }
  FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
  return JsonPage(asked.Name(), queries::Freshness::kForever,
                  [id](store::Database& database) { return FinishedReplayOf(database, id); });
}

absl::StatusOr<Page> Router::Neighbours(const Asked& asked) const {
  const std::string& id = asked.parts[2];
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  if (!live_state_.IsRunning(id)) FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
  return JsonPage(asked.Name(), queries::Freshness::kLedger, [this, id](store::Database& database) {
    return web_pages::NeighboursOf(database, id, host_.live.List());
  });
}

absl::StatusOr<Page> Router::Download(const Asked& asked) const {
  const std::string& id = asked.parts[2];
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  if (live_state_.IsRunning(id)) {
    return absl::FailedPreconditionError(
        absl::StrCat("game ", id, " is still on; its record is public when it is over, and then it has a receipt"));
  }
  FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
  if (asked.parts[3] == "receipt") {
    return JsonPage(asked.Name(), queries::Freshness::kLedger,
                    [id](store::Database& database) { return store::ReceiptOfGame(database, id); });
  }
  const auto form = absl::c_find_if(kFileForms, [&](const FileForm& one) { return one.part == asked.parts[3]; });
  const auto text = [id, format = form->format](store::Database& database) -> absl::StatusOr<std::string> {
    FLAGFALL_ASSIGN_OR_RETURN(const store::GameSummary game, store::FindGame(database, id));
    FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, queries::PublicRecord(database, game));
    absl::StatusOr<std::string> exported = web_pages::ExportOf(record, format);
    FLAGFALL_RETURN_IF_ERROR(StoredGameError(exported.status()));
    return exported;
  };
  return Page{.name = asked.Name(),
              .freshness = queries::Freshness::kForever,
              .text = text,
              .type = std::string(form->type),
              .file = absl::StrCat(id, form->extension)};
}

}  // namespace flagfall::arena::web
