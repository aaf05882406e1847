#include "arena/web/router.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "arena/api/home_api.h"
#include "arena/base/json.h"
#include "arena/base/second_player.h"
#include "arena/queries/leaderboards.h"
#include "arena/queries/ledger_messages.h"
#include "arena/queries/rulesets.h"
#include "arena/queries/secrets.h"
#include "arena/replay/example_replay.h"
#include "arena/replay/finished_replay.h"
#include "arena/store/games.h"
#include "arena/store/tournaments.h"
#include "arena/web/parameters.h"
#include "arena/web/topics.h"
#include "arena/web_pages/bot_page.h"
#include "arena/web_pages/game_files.h"
#include "arena/web_pages/leaderboard_page.h"
#include "arena/web_pages/site_page.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

constexpr absl::string_view kRoot = "/api/v1/";

// A form in which a game can be downloaded, by the last part of its path.
struct Download {
  absl::string_view part;
  web_pages::GameFormat format;
  absl::string_view extension;
  absl::string_view type;
};
constexpr Download kDownloads[] = {
    {"record", web_pages::GameFormat::kRecord, ".json", "application/json; charset=utf-8"},
    {"text", web_pages::GameFormat::kText, ".txt", "text/plain; charset=utf-8"},
    {"xml", web_pages::GameFormat::kXml, ".xml", "application/xml; charset=utf-8"},
};

absl::Status NothingThere() {
  return absl::NotFoundError("there is nothing at this path; web-report/API.md lists what there is");
}

// The error for the client: a stored game that cannot be read is the host's trouble (DATA_LOSS), but not that a game
// has no such form.
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

// The name of a list: two requests for the same list have the same.
std::string ListName(const std::string& what, const google::protobuf::Message& asked) {
  return absl::StrCat(what, "?", asked.SerializeAsString());
}

}  // namespace

Router::Router(const WebHost& host, store::Readers& readers, LiveState& live_state, EventBroadcaster& broadcaster,
               const SiteFiles& files, std::size_t cache_bytes)
    : host_(host),
      readers_(readers),
      live_state_(live_state),
      broadcaster_(broadcaster),
      files_(files),
      cache_(cache_bytes, [](const Content& content) { return content.size(); }),
      leaderboards_(cache_bytes / 4, [](const auto& response) { return response.ByteSizeLong(); }),
      watch_(host.ledger_path) {}

WebAnswer Router::Respond(const WebRequest& request) {
  absl::StatusOr<WebAnswer> answer = Find(request);
  if (answer.ok()) return *std::move(answer);
  if (absl::IsAborted(answer.status())) return {.is_later = true};
  if (IsForHostOnly(answer.status())) host_.log(absl::StrCat("web: ", request.path, ": ", answer.status().message()));
  return ErrorAnswer(answer.status());
}

absl::StatusOr<WebAnswer> Router::Find(const WebRequest& request) {
  absl::string_view path = request.path;
  if (!absl::ConsumePrefix(&path, kRoot)) return SiteFile(request, std::string(absl::StripPrefix(path, "/")));
  FLAGFALL_ASSIGN_OR_RETURN(const Parts parts, PathParts(path));
  if (parts.back() == "events") return Stream(request, parts);
  FLAGFALL_ASSIGN_OR_RETURN(const Page page, PageAt(request, parts));
  return Make(page);
}

absl::StatusOr<WebAnswer> Router::SiteFile(const WebRequest& request, const std::string& path) const {
  const auto found = files_.find(path.empty() ? "index.html" : path);
  if (found == files_.end() || !absl::StartsWith(request.path, "/")) return NothingThere();
  return WebAnswer{.content = found->second, .is_immutable = IsHashed(found->first)};
}

absl::StatusOr<WebAnswer> Router::Make(const Page& page) {
  // Asked before the page is made, so that a change meanwhile makes the page old.
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t ledger, watch_.Now());
  WebAnswer answer;
  FLAGFALL_ASSIGN_OR_RETURN(answer.content,
                            // A running game and the same game once it is over are different pages.
                            cache_.TryGet(absl::StrCat(static_cast<int>(page.freshness), page.name), page.freshness,
                                          ledger, [&]() -> absl::StatusOr<std::shared_ptr<const Content>> {
                                            FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader,
                                                                      readers_.Take());
                                            FLAGFALL_ASSIGN_OR_RETURN(std::string text, page.text(*reader));
                                            return ContentOf(page.type, std::move(text));
                                          }));
  answer.is_immutable = page.freshness == queries::Freshness::kForever;
  if (!page.file.empty()) {
    answer.headers.emplace_back("Content-Disposition", absl::StrCat("attachment; filename=\"", page.file, "\""));
  }
  return answer;
}

absl::StatusOr<std::shared_ptr<const v1::GetLeaderboardResponse>> Router::LeaderboardOf(store::Database& database,
                                                                                        const std::string& pool) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t ledger, watch_.Now());
  return leaderboards_.TryGet(pool, queries::Freshness::kLedger, ledger,
                              [&] { return queries::NewLeaderboard(database, pool); });
}

template <typename Function>
Router::Page Router::JsonPage(absl::string_view name, queries::Freshness freshness, Function message_of) {
  const auto text = [message_of](store::Database& database) -> absl::StatusOr<std::string> {
    const auto message = message_of(database);
    if (!message.ok()) return message.status();
    return ToJson(*message);
  };
  return {.name = std::string(name), .freshness = freshness, .text = text};
}

absl::StatusOr<Router::Page> Router::PageAt(const WebRequest& request, const Parts& parts) const {
  if (parts.size() == 1 && (parts[0] == "games" || parts[0] == "tournaments")) return List(request, parts[0]);
  FLAGFALL_RETURN_IF_ERROR(CheckParameters(request.parameters, {}));
  const std::string name = absl::StrJoin(parts, "/");
  if (name == "site") {
    return JsonPage(name, queries::Freshness::kLedger,
                    [this](store::Database& database) { return web_pages::SiteOf(database, host_.site); });
  }
  if (name == "status") {
    return JsonPage(name, queries::Freshness::kMoment, [this](store::Database&) { return live_state_.Status(); });
  }
  if (name == "rulesets") {
    // These change with the program, and so may not be kept for good.
    return JsonPage(name, queries::Freshness::kLedger,
                    [](store::Database&) { return absl::StatusOr<v1::ListRulesetsResponse>(queries::Rulesets()); });
  }
  if (parts.size() == 2 && parts[0] == "rulesets") {
    return JsonPage(name, queries::Freshness::kLedger,
                    [id = parts[1]](store::Database&) { return replay::PicturesOf(id); });
  }
  if (name == "bots") {
    return JsonPage(name, queries::Freshness::kLedger,
                    [](store::Database& database) { return api::HomeApi(database).ListBots(v1::ListBotsRequest()); });
  }
  if (parts.size() == 2 && parts[0] == "bots") {
    FLAGFALL_RETURN_IF_ERROR(CheckBotName(parts[1]));
    return JsonPage(name, queries::Freshness::kLedger,
                    [this, bot = std::string(EntryOfPlayer(parts[1]))](store::Database& database) {
                      return web_pages::BotPageOf(database, bot, std::bind_front(&Router::LeaderboardOf, this));
                    });
  }
  if (parts.size() == 2 && parts[0] == "leaderboards") {
    FLAGFALL_RETURN_IF_ERROR(CheckPool(parts[1]));
    return JsonPage(name, queries::Freshness::kLedger, [this, pool = parts[1]](store::Database& database) {
      return web_pages::LeaderboardPage(database, pool, std::bind_front(&Router::LeaderboardOf, this));
    });
  }
  if (parts.size() >= 2 && parts[0] == "tournaments") return Tournament(parts);
  if (parts.size() >= 2 && parts[0] == "games") return Game(parts);
  return NothingThere();
}

absl::StatusOr<Router::Page> Router::List(const WebRequest& request, const std::string& what) const {
  if (what == "games") {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::ListGamesRequest asked, GamesRequest(request.parameters));
    return JsonPage(ListName(what, asked), queries::Freshness::kLedger,
                    [asked](store::Database& database) { return api::HomeApi(database).ListGames(asked); });
  }
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ListTournamentsRequest asked, TournamentsRequest(request.parameters));
  return JsonPage(ListName(what, asked), queries::Freshness::kLedger,
                  [asked](store::Database& database) { return api::HomeApi(database).ListTournaments(asked); });
}

absl::StatusOr<Router::Page> Router::Tournament(const Parts& parts) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t id, PositiveNumber(parts[1], "tournament"));
  const std::string name = absl::StrJoin(parts, "/");
  if (parts.size() == 2) {
    return JsonPage(name, queries::Freshness::kMoment,
                    [this, id](store::Database&) { return live_state_.Tournament(id); });
  }
  if (parts.size() != 4 || parts[2] != "rounds") return NothingThere();
  FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t number, PositiveNumber(parts[3], "round"));
  return JsonPage(name, queries::Freshness::kMoment,
                  [this, id, number](store::Database&) { return live_state_.Round(id, number); });
}

absl::StatusOr<Router::Page> Router::Game(const Parts& parts) const {
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(parts[1]));
  const std::string& id = parts[1];
  const bool is_running = live_state_.IsRunning(id);
  if (!is_running) FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
  const std::string name = absl::StrJoin(parts, "/");
  if (parts.size() == 2) {
    if (is_running) {
      return JsonPage(name, queries::Freshness::kMoment,
                      [this, id](store::Database& database) -> absl::StatusOr<v1::Replay> {
                        absl::StatusOr<v1::Replay> replay = live_state_.RunningGame(id, 0);
                        if (!absl::IsNotFound(replay.status())) return replay;
                        // The game has ended since IsRunning was asked.
                        FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
                        return FinishedReplayOf(database, id);
                      });
    }
    return JsonPage(name, queries::Freshness::kForever,
                    [id](store::Database& database) { return FinishedReplayOf(database, id); });
  }
  const auto download = absl::c_find_if(kDownloads, [&](const Download& one) { return one.part == parts[2]; });
  if (parts.size() != 3 || download == std::end(kDownloads)) return NothingThere();
  if (is_running) {
    return absl::FailedPreconditionError(
        absl::StrCat("game ", id, " is still on; its record is public when it is over"));
  }
  const auto text = [id, format = download->format](store::Database& database) -> absl::StatusOr<std::string> {
    FLAGFALL_ASSIGN_OR_RETURN(const store::GameSummary game, store::FindGame(database, id));
    FLAGFALL_ASSIGN_OR_RETURN(const v1::GameRecord record, queries::PublicRecord(database, game));
    absl::StatusOr<std::string> exported = web_pages::ExportOf(record, format);
    FLAGFALL_RETURN_IF_ERROR(StoredGameError(exported.status()));
    return exported;
  };
  return Page{.name = name,
              .freshness = queries::Freshness::kForever,
              .text = text,
              .type = std::string(download->type),
              .file = absl::StrCat(id, download->extension)};
}

absl::StatusOr<WebAnswer> Router::Stream(const WebRequest& request, const Parts& parts) {
  if (parts.size() == 1) return StreamOfTopics(request);
  if (parts.size() == 3 && parts[0] == "games") return StreamOfGame(request, parts[1]);
  FLAGFALL_RETURN_IF_ERROR(CheckParameters(request.parameters, {}));
  Topic topic;
  if (parts.size() == 2 && parts[0] == "status") {
    topic.kind = Topic::Kind::kStatus;
  } else if (parts.size() == 3 && parts[0] == "tournaments") {
    FLAGFALL_ASSIGN_OR_RETURN(topic.tournament, PositiveNumber(parts[1], "tournament"));
    topic.kind = Topic::Kind::kTournament;
  } else {
    return NothingThere();
  }
  FLAGFALL_RETURN_IF_ERROR(CheckExists(topic));
  return StreamOf({{.topic = topic}}, /*numbers_topics=*/false);
}

absl::StatusOr<WebAnswer> Router::StreamOfGame(const WebRequest& request, const std::string& game_id) {
  FLAGFALL_RETURN_IF_ERROR(CheckParameters(request.parameters, {"from"}));
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(game_id));
  FLAGFALL_ASSIGN_OR_RETURN(std::uint32_t from, NumberParameter(request.parameters, "from"));
  // The id of the last event that the browser has, when it connects again. Our ids are numbers; anything else is
  // ignored.
  if (std::uint32_t seen = 0; absl::SimpleAtoi(request.last_event_id, &seen)) from = seen;
  const Topic topic{.kind = Topic::Kind::kGame, .game_id = game_id};
  FLAGFALL_RETURN_IF_ERROR(CheckExists(topic));
  return StreamOf({{.topic = topic, .from = from}}, /*numbers_topics=*/false);
}

absl::StatusOr<WebAnswer> Router::StreamOfTopics(const WebRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(CheckParameters(request.parameters, {"topics"}));
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Subscription> subscriptions,
                            TopicsOf(TextParameter(request.parameters, "topics")));
  for (Subscription& subscription : subscriptions) {
    const absl::Status status = CheckExists(subscription.topic);
    if (!status.ok() && !absl::IsNotFound(status)) return status;
    subscription.exists = status.ok();
  }
  return StreamOf(std::move(subscriptions), /*numbers_topics=*/true);
}

WebAnswer Router::StreamOf(std::vector<Subscription> subscriptions, bool numbers_topics) {
  return {
      .watch = [this, subscriptions = std::move(subscriptions), numbers_topics](std::shared_ptr<EventStream> stream) {
        broadcaster_.Watch(subscriptions, numbers_topics, std::move(stream));
      }};
}

absl::Status Router::CheckExists(const Topic& topic) {
  switch (topic.kind) {
    case Topic::Kind::kStatus:
      return absl::OkStatus();
    case Topic::Kind::kTournament: {
      // Its progress is left to the broadcaster's thread.
      FLAGFALL_ASSIGN_OR_RETURN(const store::Readers::Reader reader, readers_.Take());
      return store::FindTournament(*reader, topic.tournament).status();
    }
    case Topic::Kind::kGame:
      if (live_state_.IsRunning(topic.game_id)) return absl::OkStatus();
      return live_state_.FinishedGame(topic.game_id).status();
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::web
