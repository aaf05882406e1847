// What a caller is told of a server that it cannot ask; what servers answer, tests/server shows.
#include "arena/client/arena_client.h"

#include <gtest/gtest.h>

#include "referee/gate/listener.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena {
namespace {

absl::Status Ask(const ServerAddress& server) {
  const auto client = ArenaClient::Make(server);
  if (!client.ok()) return client.status();
  return (*client)->Ask(v1::ListBotsRequest()).status();
}

TEST(ArenaClient, NamesAServerThatDoesNotAnswerInTime) {
  const TempDir dir;
  // Whoever dials in there waits to be taken in.
  const auto listener = Listener::At("unix:" + dir.At("server.sock"));
  ASSERT_THAT(listener, IsOk());
  EXPECT_THAT(Ask({.address = listener->address(), .answer_within = std::chrono::seconds(1)}),
              IsError(absl::StatusCode::kDeadlineExceeded,
                      "the server at " + listener->address() +
                          " has not answered within 1 s; what was asked of it may have been done all the same"));
}

TEST(ArenaClient, NamesAServerThatIsNotThere) {
  const TempDir dir;
  const std::string address = "unix:" + dir.At("nobody.sock");
  EXPECT_THAT(Ask({.address = address}),
              IsError(absl::StatusCode::kUnavailable, "cannot reach the server at " + address));
}

TEST(ArenaClient, DialsNoAddressThatWouldShowATokenToANetwork) {
  EXPECT_THAT(Ask({.address = "arena.example:1961"}),
              IsError(absl::StatusCode::kInvalidArgument, "write tls:arena.example:1961"));
  EXPECT_THAT(Ask({.address = "https://arena.example"}),
              IsError(absl::StatusCode::kInvalidArgument, "which is a web address; write tls:HOST:PORT"));
}

}  // namespace
}  // namespace flagfall::arena
