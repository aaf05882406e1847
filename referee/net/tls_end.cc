#include "referee/net/tls_end.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <array>

#include "absl/strings/str_cat.h"

namespace flagfall {
namespace {

// As much as one record carries.
constexpr std::size_t kPieceBytes = 16 * 1024;
constexpr std::uint64_t kKeyUpdatesAhead = 32;
constexpr std::uint64_t kBytesForOneKeyUpdate = 1 << 20;
constexpr unsigned char kHttp2[] = {2, 'h', '2'};
// What HTTP/2 allows of TLS 1.2 (RFC 9113, section 9.2.2).
constexpr char kCiphersOfTls12[] = "ECDHE+AESGCM:ECDHE+CHACHA20";

int ChooseProtocol(SSL* /*ssl*/, const unsigned char** chosen, unsigned char* size, const unsigned char* offered,
                   unsigned offered_size, void* /*data*/) {
  unsigned char* protocol = nullptr;
  if (SSL_select_next_proto(&protocol, size, kHttp2, sizeof kHttp2, offered, offered_size) != OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  }
  *chosen = protocol;
  return SSL_TLSEXT_ERR_OK;
}

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

Bio BioOf(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), BIO_free);
}

// A key behind a passphrase must not ask for it on the terminal.
int NoPassphrase(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/) { return -1; }

Certificate NextIn(const Bio& chain) {
  return Certificate(PEM_read_bio_X509(chain.get(), nullptr, NoPassphrase, nullptr), X509_free);
}

// With the library's reason, such as that a key is too short to be safe.
absl::Status Unusable(absl::string_view what) {
  char reason[256];
  ERR_error_string_n(ERR_peek_last_error(), reason, sizeof reason);
  return absl::InvalidArgumentError(absl::StrCat("the TLS ", what, " cannot be used: ", reason));
}

absl::Status Use(SSL_CTX* context, const TlsIdentity& identity) {
  const Bio chain = BioOf(identity.certificate_chain);
  const Certificate own = NextIn(chain);
  if (own == nullptr) {
    return absl::InvalidArgumentError(
        "the TLS certificate is not a certificate (chain) in PEM, the server's own first");
  }
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      PEM_read_bio_PrivateKey(BioOf(identity.private_key).get(), nullptr, NoPassphrase, nullptr), EVP_PKEY_free);
  if (key == nullptr) return absl::InvalidArgumentError("the TLS key is not a private key in PEM without a passphrase");
  if (X509_check_private_key(own.get(), key.get()) != 1) {
    return absl::InvalidArgumentError("the TLS key does not belong to the TLS certificate");
  }
  if (SSL_CTX_use_certificate(context, own.get()) != 1) return Unusable("certificate");
  if (SSL_CTX_use_PrivateKey(context, key.get()) != 1) return Unusable("key");
  for (Certificate next = NextIn(chain); next != nullptr; next = NextIn(chain)) {
    if (SSL_CTX_add1_chain_cert(context, next.get()) != 1) return Unusable("certificate chain");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<TlsContext>> TlsContext::Make(const TlsIdentity& identity) {
  std::unique_ptr<TlsContext> context(new TlsContext());
  if (absl::Status status = Use(context->context_, identity); !status.ok()) return status;
  return context;
}

TlsContext::TlsContext() : context_(SSL_CTX_new(TLS_server_method())) {
  SSL_CTX_set_min_proto_version(context_, TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(context_, kCiphersOfTls12);
  SSL_CTX_set_options(context_, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
  SSL_CTX_set_num_tickets(context_, 0);
  SSL_CTX_set_session_cache_mode(context_, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(context_, SSL_MODE_RELEASE_BUFFERS);
  // So that records without data come to be counted.
  SSL_CTX_clear_mode(context_, SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_alpn_select_cb(context_, ChooseProtocol, nullptr);
}

TlsContext::~TlsContext() { SSL_CTX_free(context_); }

TlsEnd::TlsEnd(const TlsContext& context)
    : ssl_(SSL_new(context.context_)), in_(BIO_new(BIO_s_mem())), out_(BIO_new(BIO_s_mem())) {
  // An empty buffer is one that will be filled, and no end.
  BIO_set_mem_eof_return(in_, -1);
  SSL_set_bio(ssl_, in_, out_);
  SSL_set_accept_state(ssl_);
  SSL_set_msg_callback(ssl_, OnMessage);
  SSL_set_msg_callback_arg(ssl_, this);
}

TlsEnd::~TlsEnd() { SSL_free(ssl_); }

void TlsEnd::OnMessage(int is_sent, int /*version*/, int content_type, const void* message, std::size_t size,
                       SSL* /*ssl*/, void* end) {
  if (is_sent != 0 || content_type != SSL3_RT_HANDSHAKE || size == 0) return;
  if (*static_cast<const unsigned char*>(message) == SSL3_MT_KEY_UPDATE) ++static_cast<TlsEnd*>(end)->key_updates_;
}

bool TlsEnd::HasUsedUpItsKeys() const {
  return key_updates_ > kKeyUpdatesAhead + bytes_received_ / kBytesForOneKeyUpdate;
}

TlsEnd::Received TlsEnd::Receive(absl::string_view bytes) {
  Received received;
  bytes_received_ += bytes.size();
  BIO_write(in_, bytes.data(), static_cast<int>(bytes.size()));
  std::array<char, kPieceBytes> piece;
  // A read that takes nothing may have answered a request for new keys. The next one goes on behind it.
  bool may_have_answered = false;
  for (;;) {
    const std::size_t unread = BIO_ctrl_pending(in_);
    ERR_clear_error();
    const int count = SSL_read(ssl_, piece.data(), static_cast<int>(piece.size()));
    if (count > 0) {
      received.plain.append(piece.data(), static_cast<std::size_t>(count));
      continue;
    }
    if (SSL_get_error(ssl_, count) != SSL_ERROR_WANT_READ || HasUsedUpItsKeys()) {
      received.goes_on = false;
      return received;
    }
    const bool took_some = unread != BIO_ctrl_pending(in_);
    if (took_some) {
      ++received.empty_records;
    } else if (unread == 0 || may_have_answered) {
      return received;
    }
    may_have_answered = !took_some;
  }
}

bool TlsEnd::Send(absl::string_view plain) {
  if (SSL_is_init_finished(ssl_) != 1) return false;
  ERR_clear_error();
  // Memory takes all of it at once.
  return SSL_write(ssl_, plain.data(), static_cast<int>(plain.size())) > 0;
}

void TlsEnd::Close() {
  ERR_clear_error();
  if (SSL_is_init_finished(ssl_) == 1) SSL_shutdown(ssl_);
}

std::string TlsEnd::TakeOutput() {
  std::string output(BIO_ctrl_pending(out_), '\0');
  if (!output.empty()) BIO_read(out_, output.data(), static_cast<int>(output.size()));
  return output;
}

}  // namespace flagfall
