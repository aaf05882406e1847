#include "arena/web/pages.h"

#include <functional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/api/home_api.h"
#include "arena/base/second_player.h"
#include "arena/queries/bot_set_ups.h"
#include "arena/queries/leaderboards.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/rulesets.h"
#include "arena/queries/secrets.h"
#include "arena/replay/example_replay.h"
#include "arena/replay/finished_replay.h"
#include "arena/replay/position_image.h"
#include "arena/replay/position_picture.h"
#include "arena/store/game_receipts.h"
#include "arena/store/games.h"
#include "arena/web/open_api.h"
#include "arena/web/parameters.h"
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
    {"text", web_pages::GameFormat::kText, ".txt", kTextType},
    {"xml", web_pages::GameFormat::kXml, ".xml", kXmlType},
};

// The name of a list: two requests for the same list have the same.
std::string ListName(const std::string& what, const google::protobuf::Message& asked) {
  return absl::StrCat(what, "?", asked.SerializeAsString());
}

// Other sites may show the picture.
std::vector<std::pair<std::string, std::string>> ForAllSites() {
  return {{"Cross-Origin-Resource-Policy", "cross-origin"}};
}

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

Pages::Pages(const WebHost& host, LiveState& live_state, const SiteFiles& files, store::LedgerWatch& watch,
             std::vector<ApiRoute> paths, std::size_t cache_bytes)
    : host_(host),
      live_state_(live_state),
      files_(files),
      watch_(watch),
      paths_(std::move(paths)),
      leaderboards_(cache_bytes / 2, [](const auto& response) { return response.ByteSizeLong(); }),
      finished_(cache_bytes / 4, [](const auto& tournament) { return tournament.ByteSizeLong(); }),
      moments_(cache_bytes / 4, [](const auto& moments) { return moments.ByteSize(); }) {}

absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> Pages::LeaderboardOf(store::Database& database,
                                                                                       const std::string& pool) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t ledger, watch_.Now());
  return leaderboards_.TryGet(pool, queries::Freshness::kLedger, ledger,
                              [&] { return queries::NewLeaderboard(database, pool); });
}

absl::StatusOr<Page> Pages::Index(const Asked& asked) const {
  return JsonPage(asked.Name(), [this](store::Database&) { return absl::StatusOr<v1::ApiIndex>(IndexOf(paths_)); });
}

absl::StatusOr<Page> Pages::OpenApi(const Asked& asked) const {
  return Page{.name = asked.Name(), .text = [this](store::Database&) { return OpenApiOf(paths_, host_.site.version); }};
}

absl::StatusOr<Page> Pages::Site(const Asked& asked) const {
  return JsonPage(asked.Name(), [this](store::Database& database) -> absl::StatusOr<v1::Site> {
    FLAGFALL_ASSIGN_OR_RETURN(v1::Site site, web_pages::SiteOf(database, host_.site));
    AddArchives(files_, site);
    return site;
  });
}

absl::StatusOr<Page> Pages::Status(const Asked& asked) const {
  return JsonPage(
      asked.Name(), [this](store::Database&) { return live_state_.Status(); }, queries::Freshness::kMoment);
}

absl::StatusOr<Page> Pages::Rulesets(const Asked& asked) const {
  // These change with the program, and so may not be kept for good.
  return JsonPage(asked.Name(),
                  [](store::Database&) { return absl::StatusOr<v1::ListRulesetsResponse>(queries::Rulesets()); });
}

absl::StatusOr<Page> Pages::Pictures(const Asked& asked) const {
  return JsonPage(asked.Name(), [id = asked.parts[2]](store::Database&) { return replay::PicturesOf(id); });
}

absl::StatusOr<Page> Pages::Leaderboard(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckPool(asked.parts[2]));
  return JsonPage(asked.Name(), [this, pool = asked.parts[2]](store::Database& database) {
    return web_pages::LeaderboardPage(database, pool, std::bind_front(&Pages::LeaderboardOf, this));
  });
}

absl::StatusOr<Page> Pages::Bots(const Asked& asked) const {
  return JsonPage(asked.Name(),
                  [](store::Database& database) { return api::HomeApi(database).ListBots(v1::ListBotsRequest()); });
}

absl::StatusOr<Page> Pages::Bot(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckBotName(asked.parts[2]));
  return JsonPage(asked.Name(), [this, bot = std::string(EntryOfPlayer(asked.parts[2]))](store::Database& database) {
    return web_pages::BotPageOf(database, bot, std::bind_front(&Pages::LeaderboardOf, this));
  });
}

absl::StatusOr<Page> Pages::HeadToHead(const Asked& asked) const {
  for (const std::string& bot : {asked.parts[2], asked.parts[4]}) FLAGFALL_RETURN_IF_ERROR(CheckBotName(bot));
  return JsonPage(asked.Name(), [bot = asked.parts[2], opponent = asked.parts[4]](store::Database& database) {
    return web_pages::HeadToHeadOf(database, bot, opponent);
  });
}

absl::StatusOr<Page> Pages::SetUps(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckBotName(asked.parts[2]));
  return JsonPage(asked.Name(),
                  [bot = std::string(EntryOfPlayer(asked.parts[2])), ruleset = asked.parts[4]](
                      store::Database& database) { return queries::BotSetUpsOf(database, bot, ruleset); });
}

absl::StatusOr<Page> Pages::Games(const Asked& asked) const {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListGamesRequest wanted, GamesRequest(asked.request.parameters));
  return JsonPage(ListName(asked.Name(), wanted),
                  [wanted](store::Database& database) { return api::HomeApi(database).ListGames(wanted); });
}

absl::StatusOr<Page> Pages::Tournaments(const Asked& asked) const {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListTournamentsRequest wanted, TournamentsRequest(asked.request.parameters));
  return JsonPage(ListName(asked.Name(), wanted),
                  [wanted](store::Database& database) { return api::HomeApi(database).ListTournaments(wanted); });
}

absl::StatusOr<Page> Pages::Tournament(const Asked& asked) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t id, PositiveNumber(asked.parts[2], "tournament"));
  return JsonPage(
      asked.Name(), [this, id](store::Database&) { return live_state_.Tournament(id); }, queries::Freshness::kMoment);
}

absl::StatusOr<Page> Pages::TournamentRound(const Asked& asked) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t id, PositiveNumber(asked.parts[2], "tournament"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t number, PositiveNumber(asked.parts[4], "round"));
  return JsonPage(
      asked.Name(), [this, id, number](store::Database&) { return live_state_.Round(id, number); },
      queries::Freshness::kMoment);
}

absl::StatusOr<Page> Pages::Game(const Asked& asked) const {
  const std::string& id = asked.parts[2];
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  if (live_state_.IsRunning(id)) {
    return JsonPage(
        asked.Name(),
        [this, id](store::Database& database) -> absl::StatusOr<v1::Replay> {
          absl::StatusOr<v1::Replay> replay = live_state_.RunningGame(id, 0);
          if (!absl::IsNotFound(replay.status())) return replay;
          // The game has ended since IsRunning was asked.
          FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
          return FinishedReplayOf(database, id);
        },
        queries::Freshness::kMoment);
  }
  FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
  return JsonPage(
      asked.Name(), [id](store::Database& database) { return FinishedReplayOf(database, id); },
      queries::Freshness::kForever);
}

absl::StatusOr<Page> Pages::Neighbours(const Asked& asked) const {
  const std::string& id = asked.parts[2];
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  if (!live_state_.IsRunning(id)) FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
  return JsonPage(asked.Name(), [this, id](store::Database& database) {
    return web_pages::NeighboursOf(database, id, host_.live.List());
  });
}

absl::Status Pages::CheckHasRecord(const std::string& game_id) const {
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(game_id));
  if (!live_state_.IsRunning(game_id)) return live_state_.CheckIsOver(game_id);
  return absl::FailedPreconditionError(
      absl::StrCat("game ", game_id, " is still on; its record is public when it is over, and then it has a receipt"));
}

absl::StatusOr<Page> Pages::Receipt(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckHasRecord(asked.parts[2]));
  return JsonPage(asked.Name(),
                  [id = asked.parts[2]](store::Database& database) { return store::ReceiptOfGame(database, id); });
}

absl::StatusOr<Page> Pages::GameFile(const Asked& asked) const {
  const std::string& id = asked.parts[2];
  FLAGFALL_RETURN_IF_ERROR(CheckHasRecord(id));
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

absl::StatusOr<Page> Pages::Picture(const Asked& asked) const {
  return Drawn(asked, replay::PositionPicture, kSvgType);
}

absl::StatusOr<Page> Pages::Image(const Asked& asked) const { return Drawn(asked, replay::PositionImage, kPngType); }

absl::StatusOr<Page> Pages::Drawn(const Asked& asked, Drawing draw, absl::string_view type) const {
  const std::string& id = asked.parts[2];
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  const ParameterMap parameters = asked.request.parameters;
  FLAGFALL_RETURN_IF_ERROR(PositionIn(parameters, {}).status());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Observer observer, ObserverIn(parameters));
  const bool is_running = live_state_.IsRunning(id);
  if (!is_running) FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
  const auto text = [this, id, parameters, observer, is_running,
                     draw](store::Database& database) -> absl::StatusOr<std::string> {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Replay replay,
                              is_running ? live_state_.RunningGame(id, 0) : FinishedReplayOf(database, id));
    FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t position, PositionIn(parameters, replay));
    return draw(replay, position, observer);
  };
  return Page{.name = absl::StrCat(asked.Name(), "?", TextParameter(parameters, "step"), "/",
                                   TextParameter(parameters, "ply"), "/", observer),
              .freshness = is_running ? queries::Freshness::kMoment : queries::Freshness::kForever,
              .text = text,
              .type = std::string(type),
              .headers = ForAllSites()};
}

}  // namespace flagfall::arena::web
