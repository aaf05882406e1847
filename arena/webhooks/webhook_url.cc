#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>

#include <memory>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "arena/webhooks/address_rule.h"

namespace flagfall::arena::webhooks {
namespace {

constexpr std::size_t kUrlCharactersMax = 2000;
constexpr int kFreePortsFrom = 1024;
constexpr int kHttpPort = 80;
constexpr int kHttpsPort = 443;

absl::Status WrongUrl(absl::string_view why) { return absl::InvalidArgumentError(absl::StrCat("url: ", why)); }

// A URL in its parts, as the library that will connect reads it.
class ParsedUrl {
 public:
  explicit ParsedUrl(const std::string& url) : url_(curl_url(), curl_url_cleanup) {
    is_valid_ = url_ != nullptr && curl_url_set(url_.get(), CURLUPART_URL, url.c_str(), 0) == CURLUE_OK;
  }

  bool is_valid() const { return is_valid_; }
  // Empty where it has none.
  std::string Part(CURLUPart part, unsigned int flags = 0) const {
    char* text = nullptr;
    if (curl_url_get(url_.get(), part, &text, flags) != CURLUE_OK) return "";
    std::string copy(text);
    curl_free(text);
    return copy;
  }
  bool Has(CURLUPart part) const { return !Part(part).empty(); }

 private:
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url_;
  bool is_valid_ = false;
};

// Whether the host in the URL is an address that is not of the internet, or a name that cannot be of it.
bool IsPrivateHost(absl::string_view host) {
  const std::string name = absl::AsciiStrToLower(absl::StripSuffix(host, "."));
  sockaddr_in ipv4{};
  ipv4.sin_family = AF_INET;
  if (::inet_pton(AF_INET, name.c_str(), &ipv4.sin_addr) == 1) {
    return !IsPublic(reinterpret_cast<const sockaddr&>(ipv4));
  }
  if (absl::StartsWith(name, "[")) {
    sockaddr_in6 ipv6{};
    ipv6.sin6_family = AF_INET6;
    const std::string inner(absl::StripSuffix(absl::StripPrefix(name, "["), "]"));
    return ::inet_pton(AF_INET6, inner.c_str(), &ipv6.sin6_addr) != 1 ||
           !IsPublic(reinterpret_cast<const sockaddr&>(ipv6));
  }
  return !absl::StrContains(name, ".") || absl::EndsWith(name, ".localhost") || absl::EndsWith(name, ".local") ||
         absl::EndsWith(name, ".internal");
}

}  // namespace

absl::Status CheckWebhookUrl(const AddressRule& rule, const std::string& url) {
  if (url.size() > kUrlCharactersMax) return WrongUrl(absl::StrCat("it may have ", kUrlCharactersMax, " characters"));
  if (!absl::c_all_of(url, absl::ascii_isgraph)) {
    return WrongUrl("it may have visible characters of ASCII alone; others are written with %");
  }
  const ParsedUrl parsed(url);
  if (!parsed.is_valid()) return WrongUrl("it is none; one is like https://example.org/flagfall");
  const std::string scheme = parsed.Part(CURLUPART_SCHEME);
  const bool is_http = scheme == "http" && rule.allows_private;
  if ((scheme != "https" && !is_http) || !absl::StrContains(url, "://")) {
    return WrongUrl(rule.allows_private ? "it must begin with https:// or http://" : "it must begin with https://");
  }
  if (parsed.Has(CURLUPART_USER) || parsed.Has(CURLUPART_PASSWORD) || parsed.Has(CURLUPART_FRAGMENT)) {
    return WrongUrl("it may have no user, no password and no #");
  }
  int port = 0;
  const bool is_port = absl::SimpleAtoi(parsed.Part(CURLUPART_PORT, CURLU_DEFAULT_PORT), &port);
  if (!is_port || (port < kFreePortsFrom && port != kHttpPort && port != kHttpsPort)) {
    return WrongUrl("its port must be 443, 80, or 1024 and above");
  }
  if (rule.allows_private || !IsPrivateHost(parsed.Part(CURLUPART_HOST))) return absl::OkStatus();
  return WrongUrl(
      "its host must be one that the internet reaches; this arena reports to no address of its own network");
}

}  // namespace flagfall::arena::webhooks
