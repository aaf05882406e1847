#include "tests/abuse/tls_records.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include <memory>

#include "absl/strings/str_cat.h"
#include "tests/net/http2_bytes.h"

namespace flagfall::abuse {
namespace {

constexpr int kKeyBytes = 16;
constexpr int kIvBytes = 12;
constexpr int kTagBytes = 16;
constexpr int kApplicationData = 23;

// HKDF-Expand-Label of RFC 8446, section 7.1, without a context.
std::string ExpandLabel(absl::string_view secret, absl::string_view label, int bytes) {
  const std::string full_label = absl::StrCat("tls13 ", label);
  std::string info = absl::StrCat(BigEndian(static_cast<std::uint64_t>(bytes), 2), BigEndian(full_label.size(), 1),
                                  full_label, BigEndian(0, 1));
  std::string key(secret);
  std::string digest = "SHA256";
  int mode = EVP_KDF_HKDF_MODE_EXPAND_ONLY;
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, key.data(), key.size()),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, info.data(), info.size()),
      OSSL_PARAM_construct_int(OSSL_KDF_PARAM_MODE, &mode),
      OSSL_PARAM_construct_end(),
  };
  const std::unique_ptr<EVP_KDF, decltype(&EVP_KDF_free)> kdf(EVP_KDF_fetch(nullptr, "HKDF", nullptr), EVP_KDF_free);
  const std::unique_ptr<EVP_KDF_CTX, decltype(&EVP_KDF_CTX_free)> context(EVP_KDF_CTX_new(kdf.get()), EVP_KDF_CTX_free);
  std::string expanded(static_cast<std::size_t>(bytes), '\0');
  EVP_KDF_derive(context.get(), reinterpret_cast<unsigned char*>(expanded.data()), expanded.size(), parameters);
  return expanded;
}

const unsigned char* Bytes(const std::string& text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* Bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

}  // namespace

TlsRecordWriter::TlsRecordWriter(absl::string_view traffic_secret)
    : key_(ExpandLabel(traffic_secret, "key", kKeyBytes)), iv_(ExpandLabel(traffic_secret, "iv", kIvBytes)) {}

std::string TlsRecordWriter::Next(absl::string_view data, std::size_t padding) {
  const std::string inner = absl::StrCat(data, BigEndian(kApplicationData, 1), std::string(padding, '\0'));
  const std::string header =
      absl::StrCat(BigEndian(kApplicationData, 1), BigEndian(0x0303, 2), BigEndian(inner.size() + kTagBytes, 2));
  std::string nonce = iv_;
  const std::string sequence = BigEndian(sequence_++, kIvBytes);
  for (std::size_t i = 4; i < nonce.size(); ++i) nonce[i] = static_cast<char>(nonce[i] ^ sequence[i]);

  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> cipher(EVP_CIPHER_CTX_new(),
                                                                               EVP_CIPHER_CTX_free);
  std::string sealed(inner.size(), '\0');
  std::string tag(kTagBytes, '\0');
  int count = 0;
  EVP_EncryptInit_ex(cipher.get(), EVP_aes_128_gcm(), nullptr, Bytes(key_), Bytes(nonce));
  EVP_EncryptUpdate(cipher.get(), nullptr, &count, Bytes(header), static_cast<int>(header.size()));
  EVP_EncryptUpdate(cipher.get(), Bytes(sealed), &count, Bytes(inner), static_cast<int>(inner.size()));
  EVP_EncryptFinal_ex(cipher.get(), Bytes(sealed) + count, &count);
  EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes, tag.data());
  return header + sealed + tag;
}

}  // namespace flagfall::abuse
