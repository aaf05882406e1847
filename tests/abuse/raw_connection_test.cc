// The attackers' own HTTP/2 and TLS: what is valid in it must be answered, or attacks would be refused for another
// reason than theirs.
#include "tests/abuse/raw_connection.h"

#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <chrono>
#include <csignal>

#include "tests/abuse/server_process.h"
#include "tests/abuse/tls_records.h"
#include "tests/net/http2_bytes.h"
#include "tests/support/wait.h"

namespace flagfall::abuse {
namespace {

constexpr std::chrono::seconds kPatience(20);

RawConnection::Options At(const ServerProcess& server) {
  return {.address = server.address(), .source = "127.0.0.2", .until = std::chrono::steady_clock::now() + kPatience};
}

std::string HealthCheck(std::uint32_t stream, absl::string_view fields = "") {
  return CallHeaders(stream, kHealthCheckPath, kNoFlags, fields) + LastData(stream, GrpcMessage(""));
}

// Whether so many calls are answered by headers, a message, and trailers.
bool AreAnswered(RawConnection& connection, int calls) {
  return WaitFor(
             [&] {
               connection.Receive();
               return connection.has_ended() ||
                      (connection.frames(kHeaders) == 2 * calls && connection.frames(kData) == calls);
             },
             kPatience) &&
         !connection.has_ended();
}

TEST(RawConnection, IsAnsweredInTheClear) {
  const ServerProcess server(/*speaks_tls=*/false);
  RawConnection connection(At(server));
  EXPECT_TRUE(connection.Send(Preface() + HealthCheck(1) + HealthCheck(3)));
  EXPECT_TRUE(AreAnswered(connection, 2));
  EXPECT_EQ(connection.frames(kRstStream) + connection.frames(kGoAway), 0);
  EXPECT_GT(connection.bytes_received(), 0u);
}

TEST(RawConnection, WritesEntriesAndReferencesThatAServerReads) {
  const ServerProcess server(/*speaks_tls=*/false);
  RawConnection connection(At(server));
  // A number above what a byte's prefix holds, too.
  const std::string value(300, 'x');
  connection.Send(Preface() + HealthCheck(1, HpackIndexedLiteral("entry", value)));
  connection.Send(HealthCheck(3, HpackReference(kNewestEntry) + HpackReference(kNewestEntry)));
  EXPECT_TRUE(AreAnswered(connection, 2));
}

TEST(RawConnection, IsAnsweredOverEachVersionOfTls) {
  const ServerProcess server(/*speaks_tls=*/true);
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    RawConnection connection(At(server));
    ASSERT_TRUE(connection.ShakeHands(version));
    EXPECT_EQ(SSL_version(connection.tls()), version);
    connection.Send(Preface() + HealthCheck(1));
    EXPECT_TRUE(AreAnswered(connection, 1));
  }
}

TEST(RawConnection, IsAnsweredWhenItWritesRecordsItself) {
  const ServerProcess server(/*speaks_tls=*/true);
  RawConnection connection(At(server));
  ASSERT_TRUE(connection.ShakeHands());
  TlsRecordWriter writer(connection.WriteRecords());
  // One by one: the order in which the operands of a sum are written is not certain, and the records are numbered.
  connection.Send(writer.Next(""));
  connection.Send(writer.Next(Preface(), /*padding=*/100));
  connection.Send(writer.Next(HealthCheck(1)));
  EXPECT_TRUE(AreAnswered(connection, 1));
}

TEST(RawConnection, SeesThatTheServerHasEndedIt) {
  const ServerProcess server(/*speaks_tls=*/false);
  RawConnection connection(At(server));
  connection.Send("GET / HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(connection.AwaitEnd(kPatience));
  EXPECT_TRUE(connection.has_ended());
  EXPECT_FALSE(connection.Send("more"));
}

}  // namespace
}  // namespace flagfall::abuse
