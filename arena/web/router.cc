#include "arena/web/router.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/store/tournaments.h"
#include "arena/web/metrics_answer.h"
#include "arena/web/parameters.h"
#include "arena/web/topics.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

constexpr absl::string_view kApi = "/api";
constexpr absl::string_view kEmbedded = "/embed/game/";

absl::Status NothingThere() {
  return absl::NotFoundError(absl::StrCat("there is nothing at this path: ", kApi, " lists what there is"));
}

bool IsOfApi(absl::string_view path) { return absl::ConsumePrefix(&path, kApi) && (path.empty() || path[0] == '/'); }

// Whether a path of the table, as in "/games/{id}", is the one of these parts. A request's path begins with an empty
// part, as its slash is behind that.
bool IsAt(absl::string_view path, const std::vector<std::string>& parts) {
  const std::vector<absl::string_view> known = absl::StrSplit(path, '/');
  return absl::c_equal(known, parts, [](absl::string_view one, const std::string& part) {
    return absl::StartsWith(one, "{") || one == part;
  });
}

}  // namespace

Router::Router(const WebHost& host, store::Readers& readers, LiveState& live_state, EventBroadcaster& broadcaster,
               const SiteFiles& files, const HostNames& names, std::size_t cache_bytes)
    : host_(host),
      readers_(readers),
      live_state_(live_state),
      broadcaster_(broadcaster),
      files_(files),
      names_(names),
      cache_(cache_bytes, [](const Content& content) { return content.size(); }),
      watch_(host.ledger_path),
      pages_(host, live_state, files, watch_, Described(), cache_bytes / 2) {
  if (host.accounts.has_value()) account_site_.emplace(*host.accounts, names);
}

WebAnswer Router::Respond(const WebRequest& request) {
  if (!names_.Allows(request.host)) return MisdirectedAnswer(request.host);
  if (account_site_.has_value() && AccountSite::Has(request.path)) {
    return AnswerOf(request, account_site_->Respond(request));
  }
  absl::StatusOr<WebAnswer> found = Find(request);
  if (absl::IsAborted(found.status())) return {.is_later = true};
  WebAnswer answer = AnswerOf(request, std::move(found));
  if (IsOfApi(request.path)) AllowOtherSites(answer);
  return answer;
}

UploadRule Router::Uploads() {
  if (!account_site_.has_value()) return {};
  return {.may_begin =
              [this](const WebRequest& request) {
                return names_.Allows(request.host) && account_site_->MayUpload(request);
              },
          .check = [this](const WebRequest& request) { return account_site_->CheckUpload(request); }};
}

WebAnswer Router::AnswerOf(const WebRequest& request, absl::StatusOr<WebAnswer> found) const {
  if (found.ok()) return *std::move(found);
  if (IsForHostOnly(found.status())) {
    host_.log(absl::StrCat("web: ", request.path, ": ", found.status().message()));
  }
  return ErrorAnswer(found.status());
}

absl::StatusOr<WebAnswer> Router::Find(const WebRequest& request) {
  if (request.is_post) return absl::UnimplementedError("only GET and HEAD are answered here");
  absl::string_view path = request.path;
  if (path == kMetricsPath && host_.metrics.has_value()) return MetricsAnswer(*host_.metrics, request);
  if (absl::ConsumePrefix(&path, kEmbedded)) return Frame(request, std::string(path));
  if (!IsOfApi(path)) return SiteFile(request, std::string(absl::StripPrefix(path, "/")));
  if (path == kApi) return Api(request, "");
  return absl::ConsumePrefix(&path, kApiRoot) ? Api(request, path) : NothingThere();
}

absl::StatusOr<WebAnswer> Router::Api(const WebRequest& request, absl::string_view path) {
  FLAGFALL_ASSIGN_OR_RETURN(const Parts parts, PathParts(path));
  const auto route = absl::c_find_if(Routes(), [&parts](const Route& one) { return IsAt(one.about.path, parts); });
  if (route == Routes().end()) return NothingThere();
  FLAGFALL_RETURN_IF_ERROR(CheckParameters(request.parameters, route->about.parameters));
  const Asked asked{.request = request, .parts = parts};
  if (route->answer != nullptr) return (this->*route->answer)(asked);
  FLAGFALL_ASSIGN_OR_RETURN(const Page page, (pages_.*route->page)(asked));
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
                                            // A PNG is packed in itself.
                                            return ContentOf(page.type, std::move(text), page.type != kPngType);
                                          }));
  answer.is_immutable = page.freshness == queries::Freshness::kForever;
  answer.headers = page.headers;
  if (!page.file.empty()) {
    answer.headers.emplace_back("Content-Disposition", absl::StrCat("attachment; filename=\"", page.file, "\""));
  }
  return answer;
}

absl::StatusOr<WebAnswer> Router::StreamOfStatus(const Asked& /*asked*/) {
  return StreamOf({{.topic = {.kind = Topic::Kind::kStatus}}}, /*numbers_topics=*/false);
}

absl::StatusOr<WebAnswer> Router::StreamOfTournament(const Asked& asked) {
  Topic topic{.kind = Topic::Kind::kTournament};
  FLAGFALL_ASSIGN_OR_RETURN(topic.tournament, PositiveNumber(asked.parts[2], "tournament"));
  FLAGFALL_RETURN_IF_ERROR(CheckExists(topic));
  return StreamOf({{.topic = topic}}, /*numbers_topics=*/false);
}

absl::StatusOr<WebAnswer> Router::StreamOfGame(const Asked& asked) {
  const Topic topic{.kind = Topic::Kind::kGame, .game_id = asked.parts[2]};
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(topic.game_id));
  FLAGFALL_ASSIGN_OR_RETURN(std::uint32_t from, NumberParameter(asked.request.parameters, "from"));
  // The id of the last event that the browser has, when it connects again. Our ids are numbers; anything else is
  // ignored.
  if (std::uint32_t seen = 0; absl::SimpleAtoi(asked.request.last_event_id, &seen)) from = seen;
  FLAGFALL_RETURN_IF_ERROR(CheckExists(topic));
  return StreamOf({{.topic = topic, .from = from}}, /*numbers_topics=*/false);
}

absl::StatusOr<WebAnswer> Router::StreamOfTopics(const Asked& asked) {
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<Subscription> subscriptions,
                            TopicsOf(TextParameter(asked.request.parameters, "topics")));
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
