#include "arena/webhooks/signature.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <unistd.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "referee/base/check.h"

namespace flagfall::arena::webhooks {
namespace {

constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kNameBytes = 16;

std::string RandomBytes(std::size_t count) {
  std::string bytes(count, '\0');
  FLAGFALL_CHECK(::getentropy(bytes.data(), bytes.size()) == 0);
  return bytes;
}

}  // namespace

std::string DrawSigningKey() { return RandomBytes(kKeyBytes); }

std::string SecretOf(absl::string_view signing_key) { return absl::StrCat("whsec_", absl::Base64Escape(signing_key)); }

std::string DrawDeliveryName() { return absl::StrCat("msg_", absl::WebSafeBase64Escape(RandomBytes(kNameBytes))); }

std::string SignatureOf(absl::string_view signing_key, absl::string_view name, std::int64_t seconds,
                        absl::string_view body) {
  const std::string text = absl::StrCat(name, ".", seconds, ".", body);
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  FLAGFALL_CHECK(::HMAC(::EVP_sha256(), signing_key.data(), static_cast<int>(signing_key.size()),
                        reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &size) != nullptr);
  return absl::StrCat("v1,", absl::Base64Escape(absl::string_view(reinterpret_cast<const char*>(digest), size)));
}

}  // namespace flagfall::arena::webhooks
