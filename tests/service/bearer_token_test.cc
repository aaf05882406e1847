#include "referee/service/bearer_token.h"

#include <gtest/gtest.h>

namespace flagfall {
namespace {

TEST(TokenInAuthorization, TakesTheSchemeInAnyCaseAndAnySpaceAfterIt) {
  for (const char* value : {"Bearer fft_x", "bearer fft_x", "BEARER fft_x", "bEaReR   fft_x"}) {
    EXPECT_EQ(TokenInAuthorization(value), "fft_x") << value;
  }
}

TEST(TokenInAuthorization, IsEmptyForWhatIsNoBearersToken) {
  for (const char* value : {"", "Bearer", "Bearer ", "Bearerfft_x", "Basic fft_x", " Bearer fft_x", "fft_x"}) {
    EXPECT_EQ(TokenInAuthorization(value), "") << value;
  }
}

}  // namespace
}  // namespace flagfall
