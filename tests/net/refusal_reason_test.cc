#include "referee/net/refusal_reason.h"

#include <gtest/gtest.h>

#include "referee/net/refusal.h"

namespace flagfall {
namespace {

TEST(RefusalReason, IsWhatTheErrorIsMarkedWithOrElseWhatItsCodeSays) {
  EXPECT_EQ(RefusalReasonOf(absl::UnauthenticatedError("")), "unauthenticated");
  EXPECT_EQ(RefusalReasonOf(absl::PermissionDeniedError("")), "denied");
  EXPECT_EQ(RefusalReasonOf(absl::ResourceExhaustedError("amy has 64 good tokens")), "quota");
  for (const absl::string_view reason : {refusals::kRateLimit, refusals::kTooLarge, refusals::kBusy}) {
    EXPECT_EQ(RefusalReasonOf(RefusedFor(reason, absl::ResourceExhaustedError("too much"))), reason);
  }
  for (const absl::Status& status : {absl::OkStatus(), absl::NotFoundError(""), absl::InternalError("")}) {
    EXPECT_EQ(RefusalReasonOf(status), "") << status;
  }
}

}  // namespace
}  // namespace flagfall
