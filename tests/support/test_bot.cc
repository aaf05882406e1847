#include "tests/support/test_bot.h"

#include <grpcpp/completion_queue.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace flagfall {
namespace {

// A test that waits for longer is broken; it shall end and say so.
constexpr std::chrono::seconds kPatience(120);

}  // namespace

std::shared_ptr<grpc::Channel> DialIn(const std::string& address, grpc::ChannelArguments arguments) {
  // Channels of one program share their connection unless told not to.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

v1::Hello MakeHello(const std::string& name) {
  v1::Hello hello;
  hello.set_protocol_version(1);
  hello.set_bot_name(name);
  hello.set_bot_version("1");
  for (const char* ruleset : {"classic", "battle", "duel", "barrage"}) hello.add_rulesets(ruleset);
  hello.set_concurrent_games_max(256);
  hello.set_wants_legal_actions(true);
  return hello;
}

v1::Action BarrageSetUp(v1::Side side, std::mt19937_64& random) {
  std::vector<v1::PieceType> army = {v1::PIECE_TYPE_FLAG,  v1::PIECE_TYPE_SPY,    v1::PIECE_TYPE_SCOUT,
                                     v1::PIECE_TYPE_SCOUT, v1::PIECE_TYPE_MINER,  v1::PIECE_TYPE_GENERAL,
                                     v1::PIECE_TYPE_BOMB,  v1::PIECE_TYPE_MARSHAL};
  std::shuffle(army.begin(), army.end(), random);
  v1::Action action;
  for (std::size_t i = 0; i < army.size(); ++i) {
    v1::Placement& placement = *action.mutable_set_up()->add_placements();
    placement.set_square((side == v1::SIDE_RED ? 30 : 60) + i);
    placement.set_type(army[i]);
  }
  return action;
}

TestBot::TestBot(const std::shared_ptr<grpc::Channel>& channel, const std::string& token, const std::string& scheme)
    : stub_(v1::BotService::NewStub(channel)) {
  if (!token.empty()) context_.AddMetadata("authorization", scheme + " " + token);
  context_.set_wait_for_ready(true);
  context_.set_deadline(std::chrono::system_clock::now() + kPatience);
  stream_ = stub_->Play(&context_);
}

TestBot::~TestBot() {
  if (status_.has_value()) return;
  context_.TryCancel();
  End();
}

bool TestBot::Say(const v1::PlayRequest& request) { return stream_->Write(request); }

bool TestBot::SayHello(const v1::Hello& hello) {
  v1::PlayRequest request;
  *request.mutable_hello() = hello;
  return Say(request);
}

bool TestBot::SayPing(std::uint64_t nonce) {
  v1::PlayRequest request;
  request.mutable_ping()->set_nonce(nonce);
  return Say(request);
}

bool TestBot::Act(const std::string& game_id, std::uint32_t decision, const v1::Action& action,
                  const std::string& comment) {
  v1::PlayRequest request;
  v1::Act& act = *request.mutable_act();
  act.set_game_id(game_id);
  act.set_decision(decision);
  *act.mutable_action() = action;
  act.set_comment(comment);
  return Say(request);
}

std::optional<v1::PlayResponse> TestBot::Hear() {
  v1::PlayResponse response;
  if (!stream_->Read(&response)) return std::nullopt;
  return response;
}

std::optional<v1::PlayResponse> TestBot::HearUntil(v1::PlayResponse::MessageCase kind) {
  while (auto response = Hear()) {
    if (response->message_case() == kind) return response;
  }
  return std::nullopt;
}

void TestBot::HalfClose() { stream_->WritesDone(); }

grpc::Status TestBot::End() {
  while (Hear()) {
  }
  if (!status_.has_value()) status_ = stream_->Finish();
  return *status_;
}

RawAnswer SayBytes(const std::shared_ptr<grpc::Channel>& channel, const std::string& method, const std::string& token,
                   const std::string& bytes) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer " + token);
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareCall(&context, method, &queue);
  const auto await = [&queue] {
    void* tag = nullptr;
    bool ok = false;
    return queue.Next(&tag, &ok) && ok;
  };
  call->StartCall(nullptr);
  await();
  const grpc::Slice slice(bytes);
  call->Write(grpc::ByteBuffer(&slice, 1), nullptr);
  await();
  RawAnswer answer;
  grpc::ByteBuffer buffer;
  call->Read(&buffer, nullptr);
  grpc::Slice heard;
  if (await() && buffer.DumpToSingleSlice(&heard).ok()) {
    answer.bytes.assign(reinterpret_cast<const char*>(heard.begin()), heard.size());
  }
  call->WritesDone(nullptr);
  await();
  call->Finish(&answer.status, nullptr);
  await();
  return answer;
}

std::optional<v1::PlayRequest> RandomPlayer::AnswerTo(const v1::PlayResponse& response) {
  if (response.has_game_started()) sides_[response.game_started().game_id()] = response.game_started().side();
  if (response.has_game_resumed()) {
    const v1::GameStarted& started = response.game_resumed().game_started();
    sides_[started.game_id()] = started.side();
  }
  const bool is_resumed = response.has_game_resumed() && response.game_resumed().has_decision_required();
  if (!is_resumed && !response.has_decision_required()) return std::nullopt;
  const v1::DecisionRequired& decision =
      is_resumed ? response.game_resumed().decision_required() : response.decision_required();
  v1::PlayRequest request;
  v1::Act& act = *request.mutable_act();
  act.set_game_id(decision.game_id());
  act.set_decision(decision.decision());
  if (decision.kind() == v1::DECISION_KIND_SET_UP) {
    *act.mutable_action() = BarrageSetUp(sides_.at(decision.game_id()), random_);
  } else {
    const auto pick = random_() % static_cast<std::uint64_t>(decision.legal_actions_size());
    *act.mutable_action() = decision.legal_actions(static_cast<int>(pick));
  }
  return request;
}

int RandomPlayer::Play(TestBot& bot, int games) {
  bot.SayHello();
  return GoOn(bot, games);
}

int RandomPlayer::GoOn(TestBot& bot, int games) {
  int over = 0;
  while (over < games) {
    const auto response = bot.Hear();
    if (!response) return over;
    if (response->has_game_over()) ++over;
    if (const auto answer = AnswerTo(*response)) bot.Say(*answer);
  }
  return over;
}

}  // namespace flagfall
