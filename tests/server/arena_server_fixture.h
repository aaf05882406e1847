#ifndef TESTS_SERVER_ARENA_SERVER_FIXTURE_H_
#define TESTS_SERVER_ARENA_SERVER_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "arena/accounts/tokens.h"
#include "arena/client/arena_client.h"
#include "arena/server/arena_server.h"
#include "arena/store/users.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::server {

// A server in this process that plays nothing, an owner's token, another's and a host's.
class ArenaServerTest : public testing::Test {
 protected:
  ArenaServerTest() {
    store::Furnish(*database_);
    ann_ = MakeUser("ann", v1::User::ROLE_OWNER);
    bob_ = MakeUser("bob", v1::User::ROLE_OWNER);
    zoe_ = MakeUser("zoe", v1::User::ROLE_HOST);
    options_.listen = {"unix:" + dir_.At("socket")};
    options_.run.logs_folder = dir_.At("logs");
    options_.submissions.folders.home = dir_.path();
    options_.submissions.rulesets_known = {"classic"};
    options_.submissions.now = [] { return Micros(1); };
    options_.log = [](const std::string&) {};
  }

  void Serve() {
    auto server = ArenaServer::Start(*database_, options_);
    ASSERT_THAT(server, IsOk());
    server_ = *std::move(server);
  }

  // The token of a new user.
  std::string MakeUser(const std::string& name, v1::User::Role role) {
    EXPECT_THAT(store::AddUser(*database_, name, role, Micros(1)), IsOk());
    return accounts::CreateToken(*database_, {.user = name}, Micros(1)).value().secret();
  }

  // Each has a connection of its own.
  std::unique_ptr<api::ArenaApi> Client(const std::string& token) {
    return client::ConnectToServer({.address = options_.listen[0], .token = token, .tls_roots = ""}).value();
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  std::string ann_, bob_, zoe_;
  ServerOptions options_;
  std::unique_ptr<ArenaServer> server_;
};

}  // namespace flagfall::arena::server

#endif  // TESTS_SERVER_ARENA_SERVER_FIXTURE_H_
