#include "sample-bots/cpp/sdk/address.h"

#include <arpa/inet.h>

#include <fstream>
#include <sstream>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "referee/base/status_macros.h"

namespace flagfall::bot {
namespace {

constexpr char kSystemRoots[] = "/etc/ssl/certs/ca-certificates.crt";

absl::StatusOr<absl::string_view> HostOf(absl::string_view text, absl::string_view target) {
  const std::size_t colon = target.rfind(':');
  int port = 0;
  if (colon == 0 || colon == absl::string_view::npos || !absl::SimpleAtoi(target.substr(colon + 1), &port) ||
      port <= 0 || port > 65535) {
    return absl::InvalidArgumentError(
        absl::StrCat("FLAGFALL_ADDRESS must be unix:/path, host:port or tls:host:port, and is: ", text));
  }
  return target.substr(0, colon);
}

bool IsLoopback(absl::string_view host) {
  if (host == "localhost") return true;
  const std::string number(absl::StripSuffix(absl::StripPrefix(host, "["), "]"));
  in_addr four;
  if (inet_pton(AF_INET, number.c_str(), &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  in6_addr six;
  return inet_pton(AF_INET6, number.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

absl::StatusOr<std::string> RootsIn(const std::string& path) {
  std::ifstream file(path.empty() ? kSystemRoots : path);
  std::stringstream roots;
  roots << file.rdbuf();
  if (path.empty()) return roots.str();
  if (!absl::StrContains(roots.str(), "BEGIN CERTIFICATE")) {
    return absl::InvalidArgumentError(
        absl::StrCat("FLAGFALL_TLS_CA must name a file of certificates (PEM), and ", path, " holds none"));
  }
  return roots.str();
}

}  // namespace

absl::StatusOr<Address> ParseAddress(absl::string_view text, const std::string& roots_path) {
  if (absl::StartsWith(text, "unix:")) return Address{.target = std::string(text), .roots = ""};
  absl::string_view target = text;
  if (absl::ConsumePrefix(&target, "tls:")) {
    FLAGFALL_RETURN_IF_ERROR(HostOf(text, target).status());
    FLAGFALL_ASSIGN_OR_RETURN(std::string roots, RootsIn(roots_path));
    return Address{.target = std::string(target), .has_tls = true, .roots = std::move(roots)};
  }
  const bool is_insecure = absl::ConsumePrefix(&target, "insecure:");
  FLAGFALL_ASSIGN_OR_RETURN(const absl::string_view host, HostOf(text, target));
  if (!is_insecure && !IsLoopback(host)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "FLAGFALL_ADDRESS is ", text,
        ", which is another machine, and without TLS the token could be read on the way: ", "write tls:", text,
        " (or insecure:", text, " where that is what you want)"));
  }
  return Address{.target = std::string(target), .roots = ""};
}

}  // namespace flagfall::bot
