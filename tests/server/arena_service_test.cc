// The methods of ArenaService as the referee's server calls them, without a network.
#include "arena/server/arena_service.h"

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "arena/accounts/tokens.h"
#include "arena/store/users.h"
#include "tests/server/fake_call.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "tests/support/wait.h"

namespace flagfall::arena::server {
namespace {

using absl::StatusCode;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char kNoToken[] = "";
// No field of any message has the number 0.
constexpr char kNoMessage[] = "\x02";

class ArenaServiceTest : public testing::Test {
 protected:
  explicit ArenaServiceTest(std::chrono::milliseconds upload_within = ServerLimits().upload_within) {
    store::Furnish(*database_);
    options_.folders.home = dir_.path();
    options_.now = [] { return Micros(1); };
    limits_.upload_within = upload_within;
    submissions_ = std::make_unique<SubmissionQueue>(*database_, options_, log_);
    service_ = std::make_unique<ArenaService>(ArenaService::Parts{.ledger = *database_,
                                                                  .tournaments = tournaments_,
                                                                  .submissions = *submissions_,
                                                                  .allowlist = allowlist_,
                                                                  .feed = feed_,
                                                                  .log = log_},
                                              limits_);
    for (BlockingMethod& method : service_->Methods()) methods_.emplace(method.path, std::move(method));
  }

  // The token of a new user.
  std::string MakeUser(const std::string& name, v1::User::Role role) {
    EXPECT_THAT(store::AddUser(*database_, name, role, Micros(1)), IsOk());
    return accounts::CreateToken(*database_, {.user = name}, Micros(1)).value().secret();
  }

  absl::Status Serve(const std::string& name, FakeCall& call) {
    return methods_.at("/flagfall.v1.ArenaService/" + name).serve(call);
  }
  absl::Status Serve(const std::string& name, const google::protobuf::MessageLite& request, const std::string& token) {
    FakeCall call({request.SerializeAsString()});
    if (!token.empty()) call.set_token(token);
    return Serve(name, call);
  }

  TempDir dir_;
  std::unique_ptr<store::Database> database_ = store::MustOpen(dir_.At(store::kDatabaseFileName));
  const std::function<void(const std::string&)> log_ = [](const std::string&) {};
  accounts::SubmissionOptions options_;
  ServerLimits limits_;
  TournamentFeed feed_;
  TournamentQueue tournaments_{*database_, feed_, nullptr, log_};
  std::unique_ptr<SubmissionQueue> submissions_;
  BotAllowlist allowlist_;
  std::unique_ptr<ArenaService> service_;
  std::map<std::string, BlockingMethod> methods_;
};

TEST_F(ArenaServiceTest, HasAllMethodsOfTheProto) {
  const google::protobuf::ServiceDescriptor* const service =
      v1::ListBotsRequest::descriptor()->file()->FindServiceByName("ArenaService");
  ASSERT_NE(service, nullptr);
  EXPECT_THAT(methods_, SizeIs(static_cast<std::size_t>(service->method_count())));
  for (int i = 0; i < service->method_count(); ++i) {
    const google::protobuf::MethodDescriptor& method = *service->method(i);
    const auto found = methods_.find("/" + service->full_name() + "/" + method.name());
    ASSERT_NE(found, methods_.end()) << method.full_name();
    EXPECT_EQ(found->second.takes_one_message, !method.client_streaming()) << method.full_name();
  }
}

TEST_F(ArenaServiceTest, ARequestIsOneMessageThatCanBeRead) {
  const std::string zoe = MakeUser("zoe", v1::User::ROLE_HOST);
  for (const auto& [path, method] : methods_) {
    SCOPED_TRACE(path);
    FakeCall broken({kNoMessage});
    // An upload is let in before it is read.
    broken.set_token(zoe);
    EXPECT_THAT(method.serve(broken), IsError(StatusCode::kInvalidArgument, "is no flagfall.v1."));
    EXPECT_THAT(broken.written(), IsEmpty());
    if (!method.takes_one_message) continue;
    FakeCall none, two({"", ""}), gone({""});
    EXPECT_THAT(method.serve(none), IsError(StatusCode::kInternal, "has no request"));
    EXPECT_THAT(method.serve(two), IsError(StatusCode::kInternal, "has a second request"));
    gone.Cancel();
    EXPECT_THAT(method.serve(gone), IsError(StatusCode::kCancelled, "the caller has gone"));
  }
}

TEST_F(ArenaServiceTest, ABotsOwnSocketReachesNoMethod) {
  for (const auto& [path, method] : methods_) {
    FakeCall call({""});
    call.set_peer_address("");
    EXPECT_THAT(method.serve(call), IsError(StatusCode::kPermissionDenied,
                                            "a bot's own socket is for playing; ask the server at its address"))
        << path;
    EXPECT_THAT(call.written(), IsEmpty());
  }
}

TEST_F(ArenaServiceTest, TheTokenSaysWhoCalls) {
  const std::string ann = MakeUser("ann", v1::User::ROLE_OWNER), zoe = MakeUser("zoe", v1::User::ROLE_HOST);
  const v1::ListUsersRequest request;
  EXPECT_THAT(Serve("ListUsers", request, zoe), IsOk());
  EXPECT_THAT(Serve("ListUsers", request, ann), IsError(StatusCode::kPermissionDenied, "not for the role owner"));
  EXPECT_THAT(Serve("ListUsers", request, kNoToken), IsError(StatusCode::kUnauthenticated, "needs a token"));
  EXPECT_THAT(Serve("ListBots", v1::ListBotsRequest(), "fft_of_nobody"), IsError(StatusCode::kUnauthenticated, ""));
}

TEST_F(ArenaServiceTest, HostsAreVouchedForAndOwnersAreNot) {
  const std::string host = MakeUser("zoe", v1::User::ROLE_HOST);
  const std::string owner = MakeUser("ann", v1::User::ROLE_OWNER);
  for (const auto& [token, is_trusted] : std::map<std::string, bool>{{host, true}, {owner, false}, {kNoToken, false}}) {
    FakeCall call({v1::ListBotsRequest().SerializeAsString()});
    if (!token.empty()) call.set_token(token);
    EXPECT_THAT(Serve("ListBots", call), IsOk());
    EXPECT_EQ(call.is_vouched_for(), is_trusted);
  }
}

TEST_F(ArenaServiceTest, AnAnswerIsOneMessage) {
  FakeCall call({""});
  ASSERT_THAT(Serve("ListBots", call), IsOk());
  ASSERT_THAT(call.written(), SizeIs(1));
  v1::ListBotsResponse response;
  ASSERT_TRUE(response.ParseFromString(call.written()[0]));
  EXPECT_EQ(response.bots_size(), 4);
}

TEST_F(ArenaServiceTest, AWatchEndsWithItsCallAndWithTheFeed) {
  v1::WatchTournamentRequest request;
  request.set_id(1);
  FakeCall taken_back({request.SerializeAsString()}), kept({request.SerializeAsString()});
  absl::Status of_taken_back, of_kept;
  std::thread one([&] { of_taken_back = Serve("WatchTournament", taken_back); });
  std::thread other([&] { of_kept = Serve("WatchTournament", kept); });
  EXPECT_TRUE(WaitFor([&] { return taken_back.written().size() == 1 && kept.written().size() == 1; }));
  taken_back.Cancel();
  one.join();
  EXPECT_THAT(of_taken_back, IsError(StatusCode::kCancelled, "the watcher has gone"));
  feed_.Close();
  other.join();
  EXPECT_THAT(of_kept, IsError(StatusCode::kUnavailable, "the server is shutting down"));
}

class HurriedUploads : public ArenaServiceTest {
 protected:
  HurriedUploads() : ArenaServiceTest(std::chrono::milliseconds(1)) {}
};

TEST_F(HurriedUploads, AnUploadThatStopsIsEnded) {
  v1::SubmitBotRequest header;
  header.mutable_header()->set_size(1000);
  FakeCall call({header.SerializeAsString()});
  call.set_token(MakeUser("ann", v1::User::ROLE_OWNER));
  call.StayOpen();
  EXPECT_THAT(Serve("SubmitBot", call), IsError(StatusCode::kDeadlineExceeded, "the upload took more than 1ms"));
}

}  // namespace
}  // namespace flagfall::arena::server
