// Any bytes as a request to the site, head and body, answered by its router on a home's ledger: what is no request is
// refused with a message; any other gets an answer of one head and one body, and no GET makes the server fail.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "arena/base/json.h"
#include "arena/store/readers.h"
#include "arena/web/event_broadcaster.h"
#include "arena/web/http_message.h"
#include "arena/web/live_state.h"
#include "arena/web/router.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/base/check.h"
#include "tests/fuzz/fuzz_home.h"
#include "tests/fuzz/fuzzer.h"

namespace flagfall::fuzz::site_request_fuzz {
namespace {

using arena::accounts::Principal;
using arena::accounts::Role;
namespace web = arena::web;

constexpr std::size_t kPiecesMax = 100;

Principal Amy() { return {.role = Role::kOwner, .user = "amy", .token = 1}; }

// The site of a home, without the loop that serves it. Its ledger is only read, so that no input changes what the next
// one finds.
class Site {
 public:
  web::WebAnswer Respond(const web::WebRequest& request) { return router_.Respond(request); }

 private:
  // The functions that a server gives its site, on the ledger alone. All who sign in are the owner amy.
  web::WebAccounts Accounts() {
    return {
        .who = [](const std::string& token) -> absl::StatusOr<v1::Account> {
          if (token.size() > 2) return absl::UnauthenticatedError("this token is not known");
          v1::Account account;
          account.set_user("amy");
          account.set_role("owner");
          return account;
        },
        .use_link = [](const std::string&, const std::string&) -> absl::StatusOr<std::string> { return "t"; },
        .register_user = [this](const v1::RegisterRequest& request,
                                const std::string&) { return ApiOf(**readers_.Take(), {}).Register(request); },
        .call = [this](const std::string& method, const std::string& request,
                       const std::string&) { return Call(method, request); },
        .submit = [](const std::string&, const std::string&, const std::string&) -> absl::StatusOr<std::string> {
          return absl::UnavailableError("no bot can be sent in just now");
        },
        .watch_play = [](const std::string& bot, std::uint64_t,
                         const std::string&) -> absl::StatusOr<std::function<void(std::shared_ptr<web::EventStream>)>> {
          return absl::NotFoundError("there is no bot " + bot);
        },
        .play = [](const std::string&, const std::string& request, const std::string&) -> absl::Status {
          v1::PlayRequest message;
          return arena::FromJson(request, "the request", message);
        },
        .new_secret = [] { return std::string("s"); }};
  }

  absl::StatusOr<std::string> Call(const std::string& name, const std::string& json) {
    const auto& methods = HomeMethods();
    const auto method = std::find_if(methods.begin(), methods.end(), [&](const auto& row) { return row.name == name; });
    if (method == methods.end()) return absl::NotFoundError("there is no such method");
    const std::unique_ptr<google::protobuf::Message> request(method->request->New());
    if (const absl::Status read = arena::FromJson(json, "the request", *request); !read.ok()) return read;
    const auto reader = readers_.Take();
    arena::api::HomeApi api = ApiOf(**reader, Amy());
    std::string response;
    const absl::Status status = method->call(api, *request, response);
    if (!status.ok()) return status;
    return std::string("{}");
  }

  const std::string ledger_ = HomeFolder() + "/" + arena::store::kDatabaseFileName;
  arena::store::Readers readers_{ledger_};
  SpectatorGames games_{Micros(0), [] { return Micros(1); }};
  web::LiveGames live_{games_};
  const web::WebHost host_{.ledger_path = ledger_, .live = live_, .accounts = Accounts()};
  const web::SiteFiles files_ = web::PlainSite();
  const web::HostNames names_ = {};
  web::LiveState live_state_{host_, readers_, [] { return std::size_t{0}; }, 10};
  web::EventBroadcaster broadcaster_{live_state_};
  web::Router router_{host_, readers_, live_state_, broadcaster_, files_, names_, std::size_t{1} << 20};
};

// Takes all pieces of a download.
void TakeDownload(const web::Download& download) {
  for (std::size_t i = 0; i < kPiecesMax; ++i) {
    const auto piece = download.next();
    if (!piece.ok() || !piece->has_value()) return;
  }
  FLAGFALL_CHECK(false);
}

void Try(Site& site, absl::string_view bytes) {
  constexpr absl::string_view kHeadEnd = "\r\n\r\n";
  const std::size_t end = bytes.find(kHeadEnd);
  if (end == absl::string_view::npos) return;
  absl::StatusOr<web::HttpRequest> request = web::ParseRequestHead(bytes.substr(0, end + kHeadEnd.size()));
  if (!request.ok()) {
    const std::string reply = web::ErrorBytes(request.status());
    FLAGFALL_CHECK(absl::StartsWith(reply, "HTTP/1.1 400 "));
    return;
  }
  if (!request->is_known_method) return;
  request->request.body = std::string(bytes.substr(end + kHeadEnd.size(), request->body_bytes));
  if (request->request.body.size() < request->body_bytes) return;
  request->request.is_from_here = !request->is_forwarded;
  const web::WebAnswer answer = site.Respond(request->request);
  FLAGFALL_CHECK(answer.status >= 200 && answer.status < 600);
  FLAGFALL_CHECK(request->request.is_post || answer.status != 500);
  if (answer.download != nullptr) TakeDownload(*answer.download);
  const web::HttpReply reply = web::ReplyOf(request->request, answer, request->keeps_alive);
  FLAGFALL_CHECK(absl::EndsWith(reply.head, kHeadEnd) && reply.head.find("\r\n\r\n") == reply.head.size() - 4);
  // Nothing of the home's disk stands in any answer, unless the request has it, which an error may quote.
  FLAGFALL_CHECK(!absl::StrContains(reply.body, kHostsFolder) || absl::StrContains(bytes, kHostsFolder));
}

}  // namespace

FLAGFALL_FUZZER(site_request) {
  static auto* const site = new Site;
  Try(*site, {reinterpret_cast<const char*>(bytes), size});
  return 0;
}

}  // namespace flagfall::fuzz::site_request_fuzz
