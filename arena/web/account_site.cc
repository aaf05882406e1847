#include "arena/web/account_site.h"

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/base/json.h"
#include "arena/web/api_route.h"
#include "arena/web/parameters.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

constexpr absl::string_view kRoot = "/account";
constexpr absl::string_view kSession = "/session";
constexpr absl::string_view kEnd = "/session/end";
constexpr absl::string_view kRegistration = "/registration";
constexpr absl::string_view kSubmissions = "/submissions";
constexpr absl::string_view kOwner = "owner";
constexpr absl::string_view kCall = "call";
constexpr absl::string_view kPlay = "play";
constexpr absl::string_view kEvents = "events";
constexpr absl::string_view kCookie = "flagfall_session";
// Forms, which other sites may send from a browser without being asked, cannot have this type.
constexpr absl::string_view kBodyType = "application/json";
constexpr absl::string_view kFilesType = "application/octet-stream";

std::string SessionOf(const WebRequest& request) {
  for (const absl::string_view cookie : absl::StrSplit(request.cookies, ';')) {
    const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(cookie, absl::MaxSplits('=', 1));
    if (absl::StripAsciiWhitespace(parts.first) == kCookie)
      return std::string(absl::StripAsciiWhitespace(parts.second));
  }
  return "";
}

bool IsOfType(absl::string_view content_type, absl::string_view wanted) {
  const absl::string_view type = content_type.substr(0, content_type.find(';'));
  return absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(type), wanted);
}

bool IsSubmission(const WebRequest& request) { return request.path == absl::StrCat(kRoot, kSubmissions); }

WebAnswer JsonAnswer(std::string json) {
  return {.content = ContentOf(std::string(kJsonType), std::move(json)), .is_private = true};
}

const absl::Status& StatusOf(const absl::Status& status) { return status; }
template <typename Value>
const absl::Status& StatusOf(const absl::StatusOr<Value>& value) {
  return value.status();
}

absl::Status NotSignedIn() { return absl::UnauthenticatedError("nobody is signed in here, or not any more"); }

}  // namespace

AccountSite::AccountSite(const WebAccounts& accounts, const HostNames& names)
    : accounts_(accounts), names_(names), sessions_(accounts.new_secret) {}

bool AccountSite::Has(absl::string_view path) {
  return absl::ConsumePrefix(&path, kRoot) && absl::StartsWith(path, "/");
}

absl::StatusOr<WebAnswer> AccountSite::Respond(const WebRequest& request) {
  absl::string_view path = request.path;
  absl::ConsumePrefix(&path, kRoot);
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> parts, PathParts(path));
  const bool is_session = path == kSession || path == kEnd || path == kRegistration;
  const bool is_call = parts.size() == 3 && parts[1] == kCall;
  const bool is_play = (parts.size() == 3 || (parts.size() == 4 && parts[3] == kEvents)) && parts[1] == kPlay;
  if (!is_session && !is_call && !is_play && !IsSubmission(request))
    return absl::NotFoundError("there is nothing at this path");
  if (path == kSession && !request.is_post) return WhoIsSignedIn(request);
  if (is_play && parts.size() == 4) {
    return request.is_post ? OtherMethodAnswer("GET, HEAD") : WatchPlay(request, parts[2]);
  }
  if (!request.is_post) return OtherMethodAnswer("POST");
  FLAGFALL_RETURN_IF_ERROR(CheckPost(request));
  if (path == kSession) return SignIn(request);
  if (path == kEnd) return SignOut(request);
  if (path == kRegistration) return Register(request);
  if (IsSubmission(request)) return Submit(request);
  return is_call ? Call(request, parts[2]) : Play(request, parts[2]);
}

absl::Status AccountSite::CheckPost(const WebRequest& request) const {
  if (!request.origin.empty() && !names_.IsOwnSite(request.origin, request.host)) {
    return absl::PermissionDeniedError("a page of another site has asked for this; only pages of this site may");
  }
  const absl::string_view type = IsSubmission(request) ? kFilesType : kBodyType;
  if (!IsOfType(request.content_type, type)) {
    return absl::InvalidArgumentError(absl::StrCat("the body must be ", type));
  }
  if (names_.IsPrivate(request.host)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      "nobody can sign in at this address, since secrets would cross the network in the clear; who runs the site gives "
      "it an address with https (--site-url)");
}

absl::StatusOr<WebAnswer> AccountSite::WhoIsSignedIn(const WebRequest& request) {
  v1::Account account;
  const std::string session = SessionOf(request);
  if (const std::optional<std::string> token = sessions_.TokenOf(session, accounts_.now())) {
    absl::StatusOr<v1::Account> known = accounts_.who(*token);
    if (absl::IsUnauthenticated(known.status())) {
      sessions_.End(session);
    } else {
      FLAGFALL_RETURN_IF_ERROR(known.status());
      account = *std::move(known);
    }
  }
  return JsonAnswer(ToJson(account));
}

absl::StatusOr<WebAnswer> AccountSite::SignIn(const WebRequest& request) {
  v1::SignIn sign_in;
  FLAGFALL_RETURN_IF_ERROR(FromJson(request.body, "the request", sign_in));
  if (!sign_in.token().empty() && !sign_in.link().empty()) {
    return absl::InvalidArgumentError("one signs in with a token or by a link, and not with both");
  }
  std::string token = sign_in.token();
  if (!sign_in.link().empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(token, accounts_.use_link(sign_in.link(), request.client));
  }
  if (token.empty()) return absl::UnauthenticatedError("there is no token");
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Account account, accounts_.who(token));
  if (account.user().empty()) {
    return absl::UnauthenticatedError("this is no token of a user; a bot's token is for the bot alone");
  }
  return Begin(request, token, account);
}

absl::StatusOr<WebAnswer> AccountSite::Register(const WebRequest& request) {
  v1::Registration registration;
  FLAGFALL_RETURN_IF_ERROR(FromJson(request.body, "the request", registration));
  v1::RegisterRequest asked;
  asked.set_code(registration.code());
  asked.set_name(registration.name());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::RegisterResponse registered, accounts_.register_user(asked, request.client));
  const std::string& token = registered.token().secret();
  FLAGFALL_ASSIGN_OR_RETURN(v1::Account account, accounts_.who(token));
  account.set_first_token(token);
  return Begin(request, token, account);
}

WebAnswer AccountSite::Begin(const WebRequest& request, const std::string& token, const v1::Account& account) {
  sessions_.End(SessionOf(request));
  WebAnswer answer = JsonAnswer(ToJson(account));
  const std::string secret = sessions_.Begin(token, accounts_.now());
  answer.headers.emplace_back("Set-Cookie", CookieOf(secret, request.host));
  return answer;
}

WebAnswer AccountSite::SignOut(const WebRequest& request) {
  sessions_.End(SessionOf(request));
  WebAnswer answer = JsonAnswer(ToJson(v1::Account()));
  answer.headers.emplace_back("Set-Cookie", CookieOf("", request.host));
  return answer;
}

template <typename Ask>
auto AccountSite::AsSignedIn(const WebRequest& request, const Ask& ask) -> decltype(ask(std::string())) {
  const std::string session = SessionOf(request);
  const std::optional<std::string> token = sessions_.TokenOf(session, accounts_.now());
  if (!token.has_value()) return NotSignedIn();
  auto answer = ask(*token);
  if (!absl::IsUnauthenticated(StatusOf(answer))) return answer;
  // The token was revoked, or has expired.
  sessions_.End(session);
  return NotSignedIn();
}

absl::StatusOr<WebAnswer> AccountSite::Call(const WebRequest& request, const std::string& method) {
  FLAGFALL_ASSIGN_OR_RETURN(std::string response, AsSignedIn(request, [&](const std::string& token) {
                              return accounts_.call(method, request.body, token);
                            }));
  return JsonAnswer(std::move(response));
}

absl::StatusOr<WebAnswer> AccountSite::WatchPlay(const WebRequest& request, const std::string& bot) {
  std::uint64_t seen = 0;
  // Our ids are numbers; anything else is ignored.
  if (!absl::SimpleAtoi(request.last_event_id, &seen)) seen = 0;
  WebAnswer answer{.is_private = true};
  FLAGFALL_ASSIGN_OR_RETURN(answer.watch, AsSignedIn(request, [&](const std::string& token) {
                              return accounts_.watch_play(bot, seen, token);
                            }));
  return answer;
}

absl::StatusOr<WebAnswer> AccountSite::Play(const WebRequest& request, const std::string& bot) {
  FLAGFALL_RETURN_IF_ERROR(
      AsSignedIn(request, [&](const std::string& token) { return accounts_.play(bot, request.body, token); }));
  return JsonAnswer("{}");
}

bool AccountSite::MayUpload(const WebRequest& request) {
  return request.is_post && IsSubmission(request) && CheckPost(request).ok() &&
         sessions_.TokenOf(SessionOf(request), accounts_.now()).has_value();
}

absl::Status AccountSite::CheckUpload(const WebRequest& request) {
  return AsSignedIn(request, [this](const std::string& token) -> absl::Status {
    const absl::Status known = accounts_.who(token).status();
    // A ledger that cannot be asked just now says nothing about the token.
    return absl::IsUnauthenticated(known) ? known : absl::OkStatus();
  });
}

absl::StatusOr<WebAnswer> AccountSite::Submit(const WebRequest& request) {
  FLAGFALL_RETURN_IF_ERROR(CheckParameters(request.parameters, {{kOwner, ParameterKind::kText, ""}}));
  const std::string owner = TextParameter(request.parameters, std::string(kOwner));
  FLAGFALL_ASSIGN_OR_RETURN(std::string response, AsSignedIn(request, [&](const std::string& token) {
                              return accounts_.submit(request.body, owner, token);
                            }));
  return JsonAnswer(std::move(response));
}

std::string AccountSite::CookieOf(absl::string_view secret, absl::string_view host) const {
  const std::int64_t seconds = secret.empty() ? 0 : Sessions::kKept / std::chrono::seconds(1);
  return absl::StrCat(kCookie, "=", secret, "; Path=/; HttpOnly; SameSite=Strict; Max-Age=", seconds,
                      names_.IsSecure(host) ? "; Secure" : "");
}

}  // namespace flagfall::arena::web
