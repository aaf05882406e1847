#include "arena/web/web_answer.h"

#include <algorithm>
#include <map>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/base/host_disk.h"
#include "arena/base/json.h"
#include "arena/store/errors.h"
#include "arena/web/api_route.h"
#include "arena/web/gzip.h"
#include "flagfall/v1/web.pb.h"
#include "referee/base/sha256.h"
#include "referee/net/refusal.h"
#include "referee/net/refusal_reason.h"

namespace flagfall::arena::web {
namespace {

// 64 bits tell two versions of a page apart.
constexpr std::size_t kTagBytes = 8;
// Smaller contents are not compressed.
constexpr std::size_t kPackedFrom = 512;
constexpr std::size_t kHostShownMax = 100;

// A disk that is full is no fault of the request either, and there may be room again.
bool IsDiskFull(const absl::Status& status) { return store::IsDiskFull(status) || IsHostDiskFull(status); }

int HttpStatusOf(const absl::Status& status) {
  if (IsDiskFull(status)) return 507;
  // A ledger that fails is no fault of the request. A lock on it passes; nothing else that ails it does.
  if (store::IsLedgerFailure(status) && !absl::IsUnavailable(status)) return 500;
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
      return 400;
    case absl::StatusCode::kUnauthenticated:
      return 401;
    case absl::StatusCode::kPermissionDenied:
      return 403;
    case absl::StatusCode::kNotFound:
      return 404;
    case absl::StatusCode::kUnimplemented:
      return 405;
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kAlreadyExists:
      return 409;
    case absl::StatusCode::kResourceExhausted:
      return 429;
    case absl::StatusCode::kUnavailable:
      return 503;
    default:
      return 500;
  }
}

absl::string_view RefusalOf(const absl::Status& status, int http_status) {
  if (http_status == 503) return refusals::kBusy;
  return store::IsLedgerFailure(status) || IsDiskFull(status) ? "" : RefusalReasonOf(status);
}

// Whether the part of an error's text names all that there are, which a site has pages for.
bool IsList(absl::string_view part) {
  return absl::StartsWith(part, "the home has ") || absl::StartsWith(part, "there are: ");
}

// The parts of an error's text that a visitor of a site can use. What follows a semicolon and names a command or a file
// of the source tree is advice for those who run the arena.
std::string ForVisitors(absl::string_view message) {
  std::vector<absl::string_view> parts = absl::StrSplit(message, "; ");
  parts.erase(std::remove_if(parts.begin(), parts.end(),
                             [](absl::string_view part) {
                               return absl::StrContains(part, '`') || absl::StrContains(part, ".md") || IsList(part);
                             }),
              parts.end());
  return parts.empty() ? "this cannot be had here" : absl::StrJoin(parts, "; ");
}

}  // namespace

std::shared_ptr<const Content> ContentOf(std::string type, std::string plain, bool is_packed) {
  auto content = std::make_shared<Content>();
  content->type = std::move(type);
  content->plain = std::move(plain);
  if (is_packed && content->plain.size() >= kPackedFrom) content->gzip = Gzip(content->plain);
  if (content->gzip.size() >= content->plain.size()) content->gzip.clear();
  content->tag = absl::StrCat("W/\"", absl::BytesToHexString(Sha256Of(content->plain).substr(0, kTagBytes)), "\"");
  return content;
}

const std::vector<std::pair<std::string, std::string>>& SecurityHeaders() {
  static const std::vector<std::pair<std::string, std::string>> headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
       "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"}};
  return headers;
}

bool IsForHostOnly(const absl::Status& status) { return HttpStatusOf(status) == 500 || store::IsLedgerFailure(status); }

WebAnswer ErrorAnswer(const absl::Status& status) {
  WebAnswer answer;
  answer.status = HttpStatusOf(status);
  answer.refusal = RefusalOf(status, answer.status);
  v1::ApiError error;
  error.set_code(answer.status == 500 ? "INTERNAL" : absl::StatusCodeToString(status.code()));
  error.set_message(IsDiskFull(status)      ? std::string(HostDiskFullError().message())
                    : IsForHostOnly(status) ? store::kHostKnowsWhy
                                            : ForVisitors(status.message()));
  answer.content = ContentOf(std::string(kJsonType), ToJson(error), /*is_packed=*/false);
  if (answer.status == 405) answer.headers.emplace_back("Allow", "GET, HEAD");
  if (answer.status == 429 || answer.status == 503) answer.headers.emplace_back("Retry-After", "5");
  return answer;
}

WebAnswer OtherMethodAnswer(absl::string_view taken) {
  WebAnswer answer = ErrorAnswer(absl::UnimplementedError(absl::StrCat("this path takes ", taken)));
  for (auto& [name, value] : answer.headers) {
    if (name == "Allow") value = std::string(taken);
  }
  return answer;
}

WebAnswer MisdirectedAnswer(absl::string_view host) {
  WebAnswer answer;
  answer.status = 421;
  answer.refusal = refusals::kMisdirected;
  v1::ApiError error;
  error.set_code("PERMISSION_DENIED");
  error.set_message(absl::StrCat("this server is not known as '", absl::CHexEscape(host.substr(0, kHostShownMax)),
                                 "'; who runs it says with --site-url what it is called"));
  answer.content = ContentOf(std::string(kJsonType), ToJson(error), /*is_packed=*/false);
  return answer;
}

void AllowOtherSites(WebAnswer& answer) {
  answer.headers.emplace_back("Access-Control-Allow-Origin", "*");
  answer.headers.emplace_back("Access-Control-Expose-Headers", "Content-Disposition, ETag, Retry-After");
}

}  // namespace flagfall::arena::web
