#include "arena/server/submission_address.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "referee/net/address.h"

namespace flagfall::arena::server {

std::string SubmissionAddressOf(const std::vector<std::string>& listen, bool has_tls) {
  for (const std::string& address : listen) {
    const bool is_any = absl::StartsWith(address, "0.0.0.0:") || absl::StartsWith(address, "[::]:");
    if (is_any || IsLocalAddress(address) || absl::EndsWith(address, ":0")) continue;
    return absl::StrCat(has_tls ? "tls:" : "insecure:", address);
  }
  return "";
}

}  // namespace flagfall::arena::server
