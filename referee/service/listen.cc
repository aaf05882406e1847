#include "referee/service/listen.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace flagfall {
namespace {

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;

Bio BioOf(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), BIO_free);
}

// A key behind a passphrase must not ask for it on the terminal.
int NoPassphrase(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/) { return -1; }

absl::Status CheckIdentity(const TlsIdentity& identity) {
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(
      PEM_read_bio_X509(BioOf(identity.certificate_chain).get(), nullptr, NoPassphrase, nullptr), X509_free);
  if (certificate == nullptr) {
    return absl::InvalidArgumentError(
        "the TLS certificate is not a certificate (chain) in PEM, the server's own first");
  }
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      PEM_read_bio_PrivateKey(BioOf(identity.private_key).get(), nullptr, NoPassphrase, nullptr), EVP_PKEY_free);
  if (key == nullptr) return absl::InvalidArgumentError("the TLS key is not a private key in PEM without a passphrase");
  if (X509_check_private_key(certificate.get(), key.get()) != 1) {
    return absl::InvalidArgumentError("the TLS key does not belong to the TLS certificate");
  }
  return absl::OkStatus();
}

}  // namespace

bool IsUnixAddress(absl::string_view address) {
  return absl::StartsWith(address, "unix:") || absl::StartsWith(address, "unix-abstract:");
}

bool IsLocalAddress(absl::string_view address) {
  return IsUnixAddress(address) || absl::StartsWith(address, "127.") || absl::StartsWith(address, "[::1]:") ||
         absl::StartsWith(address, "localhost:");
}

absl::Status CheckListen(const RefereeOptions& options) {
  for (const std::string& address : options.listen) {
    if (IsLocalAddress(address) || options.tls.has_value() || options.allows_plain_tcp) continue;
    return absl::InvalidArgumentError(absl::StrCat("others reach ", address,
                                                   ", and tokens must not cross a network in the clear: give a TLS "
                                                   "certificate and key, or say that it shall be insecure"));
  }
  return options.tls.has_value() ? CheckIdentity(*options.tls) : absl::OkStatus();
}

std::shared_ptr<grpc::ServerCredentials> CredentialsOf(const RefereeOptions& options, absl::string_view address) {
  if (!options.tls.has_value() || IsUnixAddress(address)) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions ssl;
  ssl.pem_key_cert_pairs.push_back({options.tls->private_key, options.tls->certificate_chain});
  return grpc::SslServerCredentials(ssl);
}

}  // namespace flagfall
