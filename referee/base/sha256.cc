#include "referee/base/sha256.h"

#include <openssl/evp.h>

#include "referee/base/check.h"

namespace flagfall {

struct Sha256::Context {
  Context() : evp(EVP_MD_CTX_new()) { FLAGFALL_CHECK(evp != nullptr); }
  ~Context() { EVP_MD_CTX_free(evp); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  EVP_MD_CTX* evp;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  FLAGFALL_CHECK(EVP_DigestInit_ex(context_->evp, EVP_sha256(), nullptr) == 1);
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::Update(absl::string_view bytes) {
  FLAGFALL_CHECK(EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size()) == 1);
}

std::string Sha256::Digest() const {
  Context copy;
  FLAGFALL_CHECK(EVP_MD_CTX_copy_ex(copy.evp, context_->evp) == 1);
  std::string digest(32, '\0');
  FLAGFALL_CHECK(EVP_DigestFinal_ex(copy.evp, reinterpret_cast<unsigned char*>(digest.data()), nullptr) == 1);
  return digest;
}

std::string Sha256Of(absl::string_view bytes) {
  Sha256 sha256;
  sha256.Update(bytes);
  return sha256.Digest();
}

}  // namespace flagfall
