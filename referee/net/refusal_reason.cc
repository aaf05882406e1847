#include "referee/net/refusal_reason.h"

#include "absl/strings/cord.h"
#include "referee/net/refusal.h"

namespace flagfall {
namespace {

// The payload of the mark.
constexpr char kReason[] = "flagfall.refusal_reason";

}  // namespace

absl::Status RefusedFor(absl::string_view reason, absl::Status status) {
  status.SetPayload(kReason, absl::Cord(reason));
  return status;
}

absl::string_view RefusalReasonOf(const absl::Status& status) {
  if (const auto marked = status.GetPayload(kReason)) {
    for (const absl::string_view reason : refusals::kRequestRefusals) {
      if (*marked == reason) return reason;
    }
  }
  switch (status.code()) {
    case absl::StatusCode::kUnauthenticated:
      return refusals::kUnauthenticated;
    case absl::StatusCode::kPermissionDenied:
      return refusals::kDenied;
    case absl::StatusCode::kResourceExhausted:
      return refusals::kQuota;
    default:
      return "";
  }
}

}  // namespace flagfall
