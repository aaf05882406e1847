#include "referee/base/sha256.h"

#include <gtest/gtest.h>

#include "absl/strings/escaping.h"

namespace flagfall {
namespace {

// The test vectors of the examples for FIPS 180-4.
TEST(Sha256, MatchesThePublishedVectors) {
  EXPECT_EQ(absl::BytesToHexString(Sha256Of("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(absl::BytesToHexString(Sha256Of("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, AStreamInPiecesEqualsTheWhole) {
  Sha256 sha256;
  sha256.Update("a");
  EXPECT_EQ(sha256.Digest(), Sha256Of("a"));
  sha256.Update("bc");
  EXPECT_EQ(sha256.Digest(), Sha256Of("abc"));
}

}  // namespace
}  // namespace flagfall
