#include "arena/web/http_message.h"

#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/web/parameters.h"

namespace flagfall::arena::web {
namespace {

constexpr absl::string_view kLineEnd = "\r\n";
constexpr absl::string_view kHeadEnd = "\r\n\r\n";
constexpr char kImmutable[] = "public, max-age=31536000, immutable";

// Values by the headers' names in lower case. The values of a header that comes more than once are joined as a list.
using Headers = std::map<std::string, std::string>;

// Whether the text may be a method or the name of a header.
bool IsToken(absl::string_view text) {
  return !text.empty() && absl::c_all_of(text, [](char c) {
    return absl::ascii_isalnum(c) || absl::string_view("!#$%&'*+-.^_`|~").find(c) != absl::string_view::npos;
  });
}

bool HasControls(absl::string_view text) {
  return absl::c_any_of(text, [](char c) { return absl::ascii_iscntrl(c) && c != '\t'; });
}

absl::Status NoRequest(absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("this is no request of HTTP/1.1: ", why));
}

absl::Status AddHeader(absl::string_view line, Headers& headers) {
  const std::size_t colon = line.find(':');
  if (colon == line.npos || !IsToken(line.substr(0, colon)) || HasControls(line)) {
    return NoRequest("a header is a name, a colon and a value");
  }
  std::string& value = headers[absl::AsciiStrToLower(line.substr(0, colon))];
  absl::StrAppend(&value, value.empty() ? "" : ", ", absl::StripAsciiWhitespace(line.substr(colon + 1)));
  return absl::OkStatus();
}

// How many bytes the body of a POST has. Where two lengths are told, or a length and a coding, server and proxy might
// take different ones.
absl::StatusOr<std::size_t> BodyBytes(const Headers& headers) {
  std::size_t bytes = 0;
  const auto length = headers.find("content-length");
  const bool is_number = length != headers.end() && !length->second.empty() &&
                         absl::c_all_of(length->second, [](char c) { return absl::ascii_isdigit(c); }) &&
                         absl::SimpleAtoi(length->second, &bytes);
  if (!is_number || headers.contains("transfer-encoding")) return NoRequest("a POST has one Content-Length");
  return bytes;
}

bool HasItem(absl::string_view list, absl::string_view wanted) {
  return absl::c_any_of(absl::StrSplit(list, ','), [wanted](absl::string_view item) {
    return absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(item), wanted);
  });
}

// Whether gzip is among the accepted codings, and not with a weight of 0.
bool AcceptsGzip(absl::string_view accepted) {
  for (const absl::string_view coding : absl::StrSplit(accepted, ',')) {
    const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(coding, absl::MaxSplits(';', 1));
    if (!absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(parts.first), "gzip")) continue;
    const absl::string_view weight = absl::StripAsciiWhitespace(parts.second);
    return weight != "q=0" && weight != "q=0.0" && weight != "q=0.00" && weight != "q=0.000";
  }
  return false;
}

// Whether the tag is one of those of If-None-Match; weak and strong tags are compared alike.
bool HasTag(absl::string_view tags, absl::string_view tag) {
  for (const absl::string_view one : absl::StrSplit(tags, ',')) {
    if (absl::StripPrefix(absl::StripAsciiWhitespace(one), "W/") == absl::StripPrefix(tag, "W/")) return true;
  }
  return false;
}

absl::string_view ReasonPhrase(int status) {
  constexpr std::pair<int, absl::string_view> kPhrases[] = {{200, "OK"},
                                                            {304, "Not Modified"},
                                                            {400, "Bad Request"},
                                                            {401, "Unauthorized"},
                                                            {403, "Forbidden"},
                                                            {404, "Not Found"},
                                                            {405, "Method Not Allowed"},
                                                            {409, "Conflict"},
                                                            {421, "Misdirected Request"},
                                                            {429, "Too Many Requests"},
                                                            {503, "Service Unavailable"},
                                                            {507, "Insufficient Storage"}};
  const auto* const found = absl::c_find_if(kPhrases, [status](const auto& phrase) { return phrase.first == status; });
  return found == std::end(kPhrases) ? "Internal Server Error" : found->second;
}

// The start of a reply's head: all headers that each answer carries.
std::string HeadOf(int status, const WebAnswer& answer, bool keeps_alive) {
  std::string head = absl::StrCat("HTTP/1.1 ", status, " ", ReasonPhrase(status), kLineEnd);
  for (const auto& [name, value] : SecurityHeaders()) {
    const bool is_replaced =
        absl::c_any_of(answer.headers, [&name = name](const auto& own) { return own.first == name; });
    if (!is_replaced) absl::StrAppend(&head, name, ": ", value, kLineEnd);
  }
  for (const auto& [name, value] : answer.headers) absl::StrAppend(&head, name, ": ", value, kLineEnd);
  if (!keeps_alive) absl::StrAppend(&head, "Connection: close", kLineEnd);
  return head;
}

}  // namespace

absl::StatusOr<HttpRequest> ParseRequestHead(absl::string_view head) {
  if (!absl::ConsumeSuffix(&head, kHeadEnd)) return NoRequest("an empty line ends its head");
  const std::vector<absl::string_view> lines = absl::StrSplit(head, kLineEnd);
  const std::vector<absl::string_view> words = absl::StrSplit(lines[0], ' ');
  if (words.size() != 3 || !IsToken(words[0]) || words[1].empty() || HasControls(lines[0])) {
    return NoRequest("its first line is a method, a path and a version");
  }
  if (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0") return NoRequest("the version is HTTP/1.0 or HTTP/1.1");
  Headers headers;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const absl::Status status = AddHeader(lines[i], headers);
    if (!status.ok()) return status;
  }
  HttpRequest parsed;
  parsed.request.is_head = words[0] == "HEAD";
  parsed.request.is_post = words[0] == "POST";
  parsed.is_known_method = parsed.request.is_head || parsed.request.is_post || words[0] == "GET";
  const absl::string_view target = words[1].substr(0, words[1].find('#'));
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(target, absl::MaxSplits('?', 1));
  parsed.request.takes_chunks = words[2] == "HTTP/1.1";
  parsed.request.path = std::string(parts.first);
  parsed.request.parameters = ParseQuery(parts.second);
  parsed.request.accepts_gzip = AcceptsGzip(headers["accept-encoding"]);
  parsed.request.host = headers["host"];
  parsed.request.if_none_match = headers["if-none-match"];
  parsed.request.last_event_id = headers["last-event-id"];
  parsed.is_forwarded = headers.contains("x-forwarded-for") || headers.contains("forwarded");
  parsed.forwarded_for = headers["x-forwarded-for"];
  parsed.request.authorization = headers["authorization"];
  parsed.request.content_type = headers["content-type"];
  parsed.request.cookies = headers["cookie"];
  parsed.request.origin = headers["origin"];
  const bool has_body = headers.contains("content-length") || headers.contains("transfer-encoding");
  if (parsed.request.is_post) {
    const absl::StatusOr<std::size_t> body_bytes = BodyBytes(headers);
    if (!body_bytes.ok()) return body_bytes.status();
    parsed.body_bytes = *body_bytes;
  }
  const bool leaves_body = has_body && !parsed.request.is_post;
  parsed.keeps_alive = words[2] == "HTTP/1.1" && !HasItem(headers["connection"], "close") && !leaves_body;
  return parsed;
}

HttpReply ReplyOf(const WebRequest& request, const WebAnswer& answer, bool keeps_alive) {
  if (answer.watch != nullptr) {
    std::string head = HeadOf(answer.status, answer, keeps_alive);
    // Proxies are asked to pass each event on at once.
    absl::StrAppend(&head, "Content-Type: text/event-stream\r\nCache-Control: no-store\r\nX-Accel-Buffering: no",
                    kHeadEnd);
    return {.head = std::move(head), .body = {}};
  }
  if (answer.download != nullptr) {
    std::string head = HeadOf(answer.status, answer, keeps_alive);
    absl::StrAppend(&head, "Content-Type: ", answer.download->type, "\r\nCache-Control: no-store", kLineEnd);
    if (request.takes_chunks) absl::StrAppend(&head, "Transfer-Encoding: chunked", kLineEnd);
    return {.head = absl::StrCat(head, kLineEnd), .body = {}};
  }
  const Content& content = *answer.content;
  const bool may_be_kept = answer.status == 200 && !answer.is_private;
  const bool is_known = may_be_kept && HasTag(request.if_none_match, content.tag);
  std::string head = HeadOf(is_known ? 304 : answer.status, answer, keeps_alive);
  if (may_be_kept) {
    absl::StrAppend(&head, "Cache-Control: ", answer.is_immutable ? kImmutable : "no-cache", kLineEnd,
                    "ETag: ", content.tag, kLineEnd, "Vary: Accept-Encoding", kLineEnd);
  } else {
    absl::StrAppend(&head, "Cache-Control: no-store", kLineEnd);
  }
  if (is_known) return {.head = absl::StrCat(head, kLineEnd), .body = {}};
  const bool is_packed = request.accepts_gzip && !content.gzip.empty();
  const absl::string_view body = is_packed ? content.gzip : content.plain;
  if (is_packed) absl::StrAppend(&head, "Content-Encoding: gzip", kLineEnd);
  absl::StrAppend(&head, "Content-Type: ", content.type, kLineEnd, "Content-Length: ", body.size(), kHeadEnd);
  return {.head = std::move(head), .body = request.is_head ? absl::string_view() : body};
}

std::string ErrorBytes(const absl::Status& status) {
  WebAnswer answer = ErrorAnswer(status);
  AllowOtherSites(answer);
  const HttpReply reply = ReplyOf({}, answer, /*keeps_alive=*/false);
  return absl::StrCat(reply.head, reply.body);
}

}  // namespace flagfall::arena::web
