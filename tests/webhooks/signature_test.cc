#include "arena/webhooks/signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/escaping.h"

namespace flagfall::arena::webhooks {
namespace {

using testing::MatchesRegex;

// The example of standardwebhooks.com.
TEST(Signature, IsThatOfStandardWebhooks) {
  std::string key;
  ASSERT_TRUE(absl::Base64Unescape("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", &key));
  EXPECT_EQ(SignatureOf(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, R"({"test": 2432232314})"),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  EXPECT_EQ(SecretOf(key), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
}

TEST(Signature, KeysAndNamesAreDrawn) {
  EXPECT_EQ(DrawSigningKey().size(), 32u);
  EXPECT_NE(DrawSigningKey(), DrawSigningKey());
  EXPECT_THAT(DrawDeliveryName(), MatchesRegex("msg_[-A-Za-z0-9_]{22}"));
  EXPECT_NE(DrawDeliveryName(), DrawDeliveryName());
}

}  // namespace
}  // namespace flagfall::arena::webhooks
