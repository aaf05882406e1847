#include "arena/web/host_names.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace flagfall::arena::web {
namespace {

constexpr absl::string_view kLocal = "localhost";
constexpr absl::string_view kHttp = "http://";
constexpr absl::string_view kHttps = "https://";
constexpr char kNameCharacters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_.";

// The name without its port, in lower case and without the dot that may end it. An address of IPv6 keeps its brackets.
std::string NameOf(absl::string_view host) {
  const std::size_t end = absl::StartsWith(host, "[") ? host.find(']') : host.find(':');
  const std::size_t length = absl::StartsWith(host, "[") && end != host.npos ? end + 1 : end;
  return absl::AsciiStrToLower(absl::StripSuffix(host.substr(0, length), "."));
}

bool IsAddress(absl::string_view name) {
  in6_addr ignored{};
  const bool is_v6 = absl::ConsumePrefix(&name, "[") && absl::ConsumeSuffix(&name, "]");
  return ::inet_pton(is_v6 ? AF_INET6 : AF_INET, std::string(name).c_str(), &ignored) == 1;
}

// Names that lead to no other machine.
bool IsThisMachine(absl::string_view name) {
  return name == kLocal || absl::EndsWith(name, absl::StrCat(".", kLocal)) || name == "127.0.0.1" || name == "[::1]";
}

}  // namespace

absl::Status HostNames::AddUrl(absl::string_view url) {
  absl::string_view rest = url;
  const bool is_secure = absl::ConsumePrefix(&rest, kHttps);
  const bool has_scheme = is_secure || absl::ConsumePrefix(&rest, kHttp);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  const std::string name = NameOf(rest);
  const bool is_name = !name.empty() && name.find_first_not_of(kNameCharacters) == name.npos;
  if (!has_scheme || (!is_name && !IsAddress(name))) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", url, "' is no address of a site; one is as in https://arena.example/"));
  }
  AddHost(rest);
  if (is_secure) secure_names_.insert(name);
  return absl::OkStatus();
}

void HostNames::AddHost(absl::string_view host) { names_.insert(NameOf(host)); }

bool HostNames::Allows(absl::string_view host) const {
  const std::string name = NameOf(host);
  return host.empty() || IsThisMachine(name) || IsAddress(name) || names_.contains(name);
}

bool HostNames::IsPrivate(absl::string_view host) const { return IsThisMachine(NameOf(host)) || IsSecure(host); }

bool HostNames::IsSecure(absl::string_view host) const { return secure_names_.contains(NameOf(host)); }

bool HostNames::IsOwnSite(absl::string_view origin, absl::string_view host) const {
  const bool is_secure = absl::ConsumePrefix(&origin, kHttps);
  if (!is_secure && !absl::ConsumePrefix(&origin, kHttp)) return false;
  if (absl::EqualsIgnoreCase(origin, host)) return true;
  // A proxy may ask in its own name for a page that is known under another one.
  return is_secure && IsSecure(origin);
}

}  // namespace flagfall::arena::web
