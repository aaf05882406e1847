#ifndef REFEREE_BASE_ED25519_H_
#define REFEREE_BASE_ED25519_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall {

// A private key of Ed25519 (RFC 8032).
class SigningKey {
 public:
  // From the machine's randomness.
  static SigningKey Draw();
  // From PKCS #8 in PEM. INVALID_ARGUMENT when it is none, is encrypted, or is a key of another kind.
  static absl::StatusOr<SigningKey> FromPem(absl::string_view pem);

  ~SigningKey();
  SigningKey(SigningKey&&) noexcept;
  SigningKey& operator=(SigningKey&&) noexcept;

  std::string Pem() const;
  // 32 raw bytes.
  std::string PublicKey() const;
  // 64 raw bytes, the same for the same text.
  std::string Sign(absl::string_view text) const;

 private:
  struct Key;
  explicit SigningKey(std::unique_ptr<Key> key);

  std::unique_ptr<Key> key_;
};

// Whether the private key of `public_key` has signed `text`. False also when either is not of its length.
bool IsSigned(absl::string_view public_key, absl::string_view text, absl::string_view signature);

}  // namespace flagfall

#endif  // REFEREE_BASE_ED25519_H_
