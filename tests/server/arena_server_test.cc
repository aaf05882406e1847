// A server in this process, asked as owners, hosts and strangers would. It plays nothing.
#include "arena/server/arena_server.h"

#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "arena/store/submissions.h"
#include "flagfall/v1/arena_service.grpc.pb.h"
#include "tests/server/arena_server_fixture.h"
#include "tests/support/status_matchers.h"
#include "tests/support/wait.h"

namespace flagfall::arena::server {
namespace {

using absl::StatusCode;

// An upload as far as its sender goes.
class Sending {
 public:
  Sending(const std::string& address, const std::string& token)
      : stub_(v1::ArenaService::NewStub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()))) {
    context_.AddMetadata("authorization", "Bearer " + token);
    writer_ = stub_->SubmitBot(&context_, &submission_);
  }

  void Head(const std::string& owner, std::uint64_t size) {
    v1::SubmitBotRequest part;
    part.mutable_header()->set_owner(owner);
    part.mutable_header()->set_size(size);
    writer_->Write(part);
  }
  // How it ended, without more being sent.
  absl::Status End() {
    const grpc::Status status = writer_->Finish();
    return absl::Status(static_cast<StatusCode>(status.error_code()), status.error_message());
  }

 private:
  const std::unique_ptr<v1::ArenaService::Stub> stub_;
  grpc::ClientContext context_;
  v1::Submission submission_;
  std::unique_ptr<grpc::ClientWriter<v1::SubmitBotRequest>> writer_;
};

class Uploads : public ArenaServerTest {
 protected:
  // Of an upload that would end at once if it was let in.
  absl::Status Try(const std::string& token) {
    Sending sending(options_.listen[0], token);
    sending.Head("", 0);
    return sending.End();
  }

  // Uploads that were let in and have not ended.
  std::ptrdiff_t UnderWay() const {
    std::error_code none;
    return std::distance(std::filesystem::directory_iterator(dir_.At("bots/.staging/uploads"), none), {});
  }
};

TEST_F(Uploads, OneForSomebodyElseIsRefusedBeforeAnyOfItIsTaken) {
  Serve();
  Sending sending(options_.listen[0], ann_);
  sending.Head("bob", 1000);
  EXPECT_THAT(sending.End(), IsError(StatusCode::kPermissionDenied, "this is not ann's"));
  EXPECT_EQ(UnderWay(), 0);
}

TEST_F(Uploads, OneWhoHasASubmissionUnderWayIsRefusedBeforeAnyOfItIsTaken) {
  Serve();
  {
    MutexLock lock(database_->access());
    ASSERT_THAT(store::BeginSubmission(*database_, "ann", Micros(1)), IsOk());
  }
  Sending sending(options_.listen[0], ann_);
  sending.Head("", 1000);
  EXPECT_THAT(sending.End(), IsError(StatusCode::kFailedPrecondition, "is under way"));
}

TEST_F(Uploads, AreSoManyAtOnceAndOneOfACaller) {
  options_.limits.uploads = {.total = 2, .per_caller = 1};
  Serve();
  Sending anns(options_.listen[0], ann_);
  anns.Head("", 1000);
  // Tried before, it might itself be what has taken ann's place.
  ASSERT_TRUE(WaitFor([&] { return UnderWay() == 1; }));
  EXPECT_THAT(Try(ann_), IsError(StatusCode::kResourceExhausted, ""));
  EXPECT_THAT(Try(bob_), IsError(StatusCode::kInvalidArgument, "is empty")) << "there is room for others";
  Sending bobs(options_.listen[0], bob_);
  bobs.Head("", 1000);
  ASSERT_TRUE(WaitFor([&] { return UnderWay() == 2; }));
  EXPECT_THAT(Try(zoe_), IsError(StatusCode::kResourceExhausted, "as many uploads"));
}

TEST_F(Uploads, OneThatIsNotCompleteInTimeIsEndedAndRemoved) {
  options_.limits.upload_within = std::chrono::milliseconds(1);
  Serve();
  Sending sending(options_.listen[0], ann_);
  sending.Head("", 1000);
  EXPECT_FALSE(sending.End().ok());
  EXPECT_TRUE(WaitFor([&] { return UnderWay() == 0; }));
}

TEST_F(ArenaServerTest, QuestionsHavePlacesButForHosts) {
  options_.limits.questions = {.total = 0, .per_caller = 0};
  Serve();
  for (const std::string& token : {std::string(), ann_}) {
    EXPECT_THAT(Client(token)->ListBots({}), IsError(StatusCode::kResourceExhausted, "as many questions"));
  }
  EXPECT_THAT(Client(zoe_)->ListBots({}), IsOk());
}

TEST_F(ArenaServerTest, WhatAilsTheLedgerIsForTheHostsLog) {
  std::vector<std::string> lines;
  Mutex mutex;
  options_.log = [&](const std::string& line) {
    MutexLock lock(mutex);
    lines.push_back(line);
  };
  Serve();
  std::filesystem::rename(dir_.At(store::kDatabaseFileName), dir_.At("elsewhere"));
  const absl::Status gone = Client(zoe_)->ListBots({}).status();
  EXPECT_THAT(gone, IsError(StatusCode::kInternal, "its host's log says why"));
  EXPECT_THAT(std::string(gone.message()), testing::Not(testing::HasSubstr(dir_.path())));
  MutexLock lock(mutex);
  EXPECT_THAT(lines, testing::Contains(testing::AllOf(testing::HasSubstr("ListBots: "),
                                                      testing::HasSubstr(dir_.At(store::kDatabaseFileName)))));
}

// Watches the furnished tournament, which is running and is not played, until the first event has come.
class Watching {
 public:
  Watching(const std::string& address, const std::string& token)
      : stub_(v1::ArenaService::NewStub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()))) {
    if (!token.empty()) context_.AddMetadata("authorization", "Bearer " + token);
    v1::WatchTournamentRequest request;
    request.set_id(1);
    reader_ = stub_->WatchTournament(&context_, request);
    v1::TournamentEvent first;
    if (!reader_->Read(&first)) status_ = reader_->Finish();
  }
  ~Watching() { context_.TryCancel(); }

  absl::Status status() const {
    return absl::Status(static_cast<StatusCode>(status_.error_code()), status_.error_message());
  }

 private:
  const std::unique_ptr<v1::ArenaService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<v1::TournamentEvent>> reader_;
  grpc::Status status_;
};

TEST_F(ArenaServerTest, StrangersWhoWatchLeaveRoomForUsers) {
  options_.limits.watches_of_strangers = {.total = 2, .per_caller = 8};
  options_.limits.watches_of_users = {.total = 64, .per_caller = 1};
  Serve();
  const Watching one(options_.listen[0], ""), two(options_.listen[0], "");
  EXPECT_THAT(one.status(), IsOk());
  EXPECT_THAT(two.status(), IsOk());
  EXPECT_THAT(Watching(options_.listen[0], "").status(),
              IsError(StatusCode::kResourceExhausted, "as many watches without a user's token"));
  const Watching anns(options_.listen[0], ann_);
  EXPECT_THAT(anns.status(), IsOk());
  EXPECT_THAT(Watching(options_.listen[0], ann_).status(), IsError(StatusCode::kResourceExhausted, "1 of one caller"));
}

TEST_F(ArenaServerTest, WhoWatchesASubmissionIsToldThatTheServerEnds) {
  Serve();
  const auto begun = [&] {
    MutexLock lock(database_->access());
    return store::BeginSubmission(*database_, "ann", Micros(1));
  }();
  ASSERT_THAT(begun, IsOk());
  v1::WatchSubmissionRequest request;
  request.set_id(begun->id());
  const auto stub =
      v1::ArenaService::NewStub(grpc::CreateChannel(options_.listen[0], grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer " + ann_);
  const auto reader = stub->WatchSubmission(&context, request);
  v1::Submission state;
  ASSERT_TRUE(reader->Read(&state));
  std::thread ending([&] { server_.reset(); });
  while (reader->Read(&state)) {
  }
  const grpc::Status ended = reader->Finish();
  ending.join();
  const absl::Status status(static_cast<StatusCode>(ended.error_code()), ended.error_message());
  EXPECT_THAT(status, IsError(StatusCode::kUnavailable, "the server is shutting down"));
}

TEST_F(ArenaServerTest, SubmissionsAreFilteredBeforeThePageIsCut) {
  for (const char* owner : {"ann", "bob", "ann", "bob"}) {
    const auto begun = store::BeginSubmission(*database_, owner, Micros(1));
    ASSERT_THAT(begun, IsOk());
    ASSERT_THAT(store::FailSubmission(*database_, static_cast<std::int64_t>(begun->id()), "no", Micros(2)), IsOk());
  }
  Serve();
  v1::ListSubmissionsRequest request;
  request.set_owner("ann");
  request.set_page_size(1);
  const auto client = Client(zoe_);
  const auto first = client->ListSubmissions(request);
  ASSERT_THAT(first, IsOk());
  ASSERT_EQ(first->submissions_size(), 1);
  EXPECT_EQ(first->submissions(0).id(), 3u);
  request.set_page_token(first->next_page_token());
  const auto last = client->ListSubmissions(request);
  ASSERT_THAT(last, IsOk());
  ASSERT_EQ(last->submissions_size(), 1);
  EXPECT_EQ(last->submissions(0).id(), 1u);
  EXPECT_EQ(last->next_page_token(), "") << "the last page is full";
  EXPECT_THAT(Client(bob_)->ListSubmissions(request), IsError(StatusCode::kPermissionDenied, "this is not bob's"));
  v1::ListSubmissionsRequest of_bot;
  of_bot.set_bot("rook");
  EXPECT_EQ(client->ListSubmissions(of_bot)->submissions_size(), 0);
}

TEST_F(ArenaServerTest, AHostRemovesAUserAndWhoDialsInForThatOne) {
  Serve();
  v1::CreateRemoteBotRequest bot;
  bot.mutable_manifest()->set_name("far");
  bot.mutable_manifest()->set_version("1");
  bot.mutable_manifest()->add_rulesets("classic");
  ASSERT_THAT(Client(ann_)->CreateRemoteBot(bot), IsOk());
  EXPECT_EQ(Client(ann_)->ListTokens({})->tokens_size(), 2) << "the own one, and the own bot's";
  v1::RemoveUserRequest remove;
  remove.set_name("ann");
  EXPECT_THAT(Client(ann_)->RemoveUser(remove), IsError(StatusCode::kPermissionDenied, "not for the role owner"));
  ASSERT_THAT(Client(zoe_)->RemoveUser(remove), IsOk());
  v1::ListTokensRequest of_ann;
  of_ann.set_user("ann");
  const auto tokens = Client(zoe_)->ListTokens(of_ann);
  ASSERT_THAT(tokens, IsOk());
  EXPECT_EQ(tokens->tokens_size(), 2);
  for (const v1::Token& token : tokens->tokens()) EXPECT_TRUE(token.has_revoke_time()) << token.DebugString();
}

TEST_F(ArenaServerTest, AHostHasAStoppedTournamentPlayedOn) {
  Serve();
  v1::CancelTournamentRequest cancel;
  cancel.set_id(1);
  v1::ResumeTournamentRequest resume;
  resume.set_id(1);
  const auto client = Client(zoe_);
  EXPECT_EQ(client->CancelTournament(cancel)->state(), v1::Tournament::STATE_CANCELLED);
  EXPECT_THAT(Client(ann_)->ResumeTournament(resume), IsError(StatusCode::kPermissionDenied, "not for the role owner"));
  // The server may have begun to play it before it answers.
  EXPECT_THAT(client->ResumeTournament(resume)->state(),
              testing::AnyOf(v1::Tournament::STATE_QUEUED, v1::Tournament::STATE_RUNNING));
}

TEST_F(ArenaServerTest, OfALogTheEndIsTold) {
  constexpr std::size_t kMost = 1 << 20;
  dir_.Write("logs/1/ann.log", "x" + std::string(kMost, 'y'));
  Serve();
  v1::GetBotLogRequest request;
  request.set_name("ann");
  request.set_tournament_id(1);
  const auto log = Client(zoe_)->GetBotLog(request);
  ASSERT_THAT(log, IsOk());
  EXPECT_EQ(log->text(), std::string(kMost, 'y'));
}

}  // namespace
}  // namespace flagfall::arena::server
