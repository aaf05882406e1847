#include "referee/base/ed25519.h"

#include <gtest/gtest.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace flagfall {
namespace {

// The first key of RFC 8032, 7.1, in PKCS #8: the 16 bytes before the secret are the same for every key (RFC 8410, 7).
std::string PublishedPem() {
  const std::string der = absl::HexStringToBytes(
      "302e020100300506032b657004220420"
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
  return absl::StrCat("-----BEGIN PRIVATE KEY-----\n", absl::Base64Escape(der), "\n-----END PRIVATE KEY-----\n");
}

TEST(Ed25519, MatchesThePublishedVector) {
  const absl::StatusOr<SigningKey> key = SigningKey::FromPem(PublishedPem());
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_EQ(absl::BytesToHexString(key->PublicKey()),
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  EXPECT_EQ(
      absl::BytesToHexString(key->Sign("")),
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595b"
      "be24655141438e7a100b");
  EXPECT_EQ(key->Pem(), PublishedPem());
}

TEST(Ed25519, ASignatureHoldsForItsTextAndKeyAlone) {
  const SigningKey key = SigningKey::Draw();
  const std::string signature = key.Sign("head 7");
  EXPECT_TRUE(IsSigned(key.PublicKey(), "head 7", signature));
  EXPECT_FALSE(IsSigned(key.PublicKey(), "head 8", signature));
  EXPECT_FALSE(IsSigned(SigningKey::Draw().PublicKey(), "head 7", signature));
  std::string changed = signature;
  changed[3] ^= 1;
  EXPECT_FALSE(IsSigned(key.PublicKey(), "head 7", changed));
  EXPECT_FALSE(IsSigned(key.PublicKey(), "head 7", signature.substr(1)));
  EXPECT_FALSE(IsSigned("", "head 7", signature));
}

TEST(Ed25519, RefusesWhatIsNoSuchKey) {
  EXPECT_EQ(SigningKey::FromPem("").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(SigningKey::FromPem(PublishedPem().substr(0, 60)).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace flagfall
