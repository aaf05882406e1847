#include "referee/base/ed25519.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "referee/base/check.h"

namespace flagfall {
namespace {

constexpr std::size_t kPublicKeyBytes = 32;
constexpr std::size_t kSignatureBytes = 64;

template <typename T, void (*kFree)(T*)>
struct FreeWith {
  void operator()(T* object) const { kFree(object); }
};
using OwnedPkey = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY, EVP_PKEY_free>>;
using OwnedPkeyContext = std::unique_ptr<EVP_PKEY_CTX, FreeWith<EVP_PKEY_CTX, EVP_PKEY_CTX_free>>;
using OwnedDigestContext = std::unique_ptr<EVP_MD_CTX, FreeWith<EVP_MD_CTX, EVP_MD_CTX_free>>;
using OwnedBio = std::unique_ptr<BIO, FreeWith<BIO, BIO_free_all>>;

const unsigned char* BytesOf(absl::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

unsigned char* BytesOf(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

// OpenSSL would ask the terminal for the password of an encrypted key.
int NoPassword(char*, int, int, void*) { return -1; }

}  // namespace

struct SigningKey::Key {
  OwnedPkey pkey;
};

SigningKey::SigningKey(std::unique_ptr<Key> key) : key_(std::move(key)) {}
SigningKey::~SigningKey() = default;
SigningKey::SigningKey(SigningKey&&) noexcept = default;
SigningKey& SigningKey::operator=(SigningKey&&) noexcept = default;

SigningKey SigningKey::Draw() {
  const OwnedPkeyContext context(EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nullptr));
  FLAGFALL_CHECK(context != nullptr && EVP_PKEY_keygen_init(context.get()) == 1);
  EVP_PKEY* drawn = nullptr;
  FLAGFALL_CHECK(EVP_PKEY_keygen(context.get(), &drawn) == 1);
  return SigningKey(std::make_unique<Key>(Key{OwnedPkey(drawn)}));
}

absl::StatusOr<SigningKey> SigningKey::FromPem(absl::string_view pem) {
  const OwnedBio bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  FLAGFALL_CHECK(bio != nullptr);
  OwnedPkey read(PEM_read_bio_PrivateKey(bio.get(), nullptr, NoPassword, nullptr));
  if (read == nullptr) return absl::InvalidArgumentError("it has no private key in PEM without a password");
  if (EVP_PKEY_id(read.get()) != EVP_PKEY_ED25519) {
    return absl::InvalidArgumentError("its private key is not one of Ed25519");
  }
  return SigningKey(std::make_unique<Key>(Key{std::move(read)}));
}

std::string SigningKey::Pem() const {
  const OwnedBio bio(BIO_new(BIO_s_mem()));
  FLAGFALL_CHECK(bio != nullptr);
  FLAGFALL_CHECK(PEM_write_bio_PKCS8PrivateKey(bio.get(), key_->pkey.get(), nullptr, nullptr, 0, nullptr, nullptr) ==
                 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  FLAGFALL_CHECK(size > 0);
  return std::string(text, static_cast<std::size_t>(size));
}

std::string SigningKey::PublicKey() const {
  std::string bytes(kPublicKeyBytes, '\0');
  std::size_t size = bytes.size();
  FLAGFALL_CHECK(EVP_PKEY_get_raw_public_key(key_->pkey.get(), BytesOf(bytes), &size) == 1 && size == kPublicKeyBytes);
  return bytes;
}

std::string SigningKey::Sign(absl::string_view text) const {
  const OwnedDigestContext context(EVP_MD_CTX_new());
  FLAGFALL_CHECK(context != nullptr);
  FLAGFALL_CHECK(EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_->pkey.get()) == 1);
  std::string signature(kSignatureBytes, '\0');
  std::size_t size = signature.size();
  FLAGFALL_CHECK(EVP_DigestSign(context.get(), BytesOf(signature), &size, BytesOf(text), text.size()) == 1);
  FLAGFALL_CHECK(size == kSignatureBytes);
  return signature;
}

bool IsSigned(absl::string_view public_key, absl::string_view text, absl::string_view signature) {
  if (public_key.size() != kPublicKeyBytes || signature.size() != kSignatureBytes) return false;
  const OwnedPkey key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, BytesOf(public_key), public_key.size()));
  if (key == nullptr) return false;
  const OwnedDigestContext context(EVP_MD_CTX_new());
  FLAGFALL_CHECK(context != nullptr);
  return EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(), BytesOf(signature), signature.size(), BytesOf(text), text.size()) == 1;
}

}  // namespace flagfall
