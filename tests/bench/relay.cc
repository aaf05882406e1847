#include "tests/bench/relay.h"

#include <grpcpp/completion_queue.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/async_stream.h>

#include <charconv>
#include <deque>
#include <iostream>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include "flagfall/v1/bot_service.grpc.pb.h"
#include "flagfall/v1/bot_service.pb.h"
#include "tests/bench/long_game.h"

namespace flagfall::bench {
namespace {

constexpr std::int64_t kClockMicros = 3'600'000'000;

class Stream;

struct Game {
  // The number of set-ups that have come in.
  int set_ups = 0;
  std::uint32_t plies = 0;
  v1::Ply last_ply;
};

// Two bots and their games, by id.
struct Pair {
  Stream* bots[2] = {nullptr, nullptr};
  std::unordered_map<std::string, Game> games;
  int games_started = 0;
};

struct RelayState {
  v1::BotService::AsyncService service;
  std::unique_ptr<grpc::ServerCompletionQueue> queue;
  std::map<int, Pair> pairs;
  int games;
};

// One bot's stream. The tag of each operation is the address of the member for it.
class Stream {
 public:
  enum class Operation { kAccept, kRead, kWrite };
  struct Tag {
    Stream* stream;
    Operation operation;
  };

  explicit Stream(RelayState& state) : state_(state) {
    state_.service.RequestPlay(&context_, &stream_, state_.queue.get(), state_.queue.get(), &accept_);
  }

  void Done(Operation operation, bool ok) {
    // The games of a bot that leaves end with it; the process ends soon after.
    if (!ok) return;
    switch (operation) {
      case Operation::kAccept:
        new Stream(state_);
        TakeSeat();
        stream_.Read(&request_, &read_);
        break;
      case Operation::kRead:
        Handle();
        stream_.Read(&request_, &read_);
        break;
      case Operation::kWrite:
        is_writing_ = false;
        if (outbox_.empty()) break;
        is_writing_ = true;
        stream_.Write(outbox_.front(), &write_);
        outbox_.pop_front();
        break;
    }
  }

 private:
  void TakeSeat() {
    const auto token = context_.client_metadata().find("authorization")->second;
    int number = 0;
    const char* const digits = token.data() + sizeof("Bearer bot-") - 1;
    std::from_chars(digits, token.data() + token.size(), number);
    pair_ = &state_.pairs[number / 2];
    side_ = number % 2;
    name_ = number / 2;
  }

  void Handle() {
    if (request_.has_hello()) {
      pair_->bots[side_] = this;
      v1::PlayResponse welcome;
      welcome.mutable_welcome()->set_protocol_version(1);
      Send(welcome);
      if (pair_->bots[0] != nullptr && pair_->bots[1] != nullptr) StartGames();
    } else if (request_.has_act()) {
      Pass(request_.act());
    }
  }

  void StartGames() {
    for (int i = 0; i < state_.games; ++i) StartGame();
  }

  void StartGame() {
    const std::string id = "game-" + std::to_string(name_) + "-" + std::to_string(pair_->games_started++);
    for (Stream* const bot : pair_->bots) {
      v1::PlayResponse started;
      started.mutable_game_started()->set_game_id(id);
      started.mutable_game_started()->set_side(bot->side_ == 0 ? v1::SIDE_RED : v1::SIDE_BLUE);
      bot->Send(started);
      bot->Send(MakeDecision(id, 1, v1::DECISION_KIND_SET_UP));
    }
  }

  void EndGame(const std::string& game_id) {
    v1::PlayResponse over;
    over.mutable_game_over()->set_game_id(game_id);
    for (Stream* const bot : pair_->bots) bot->Send(over);
    pair_->games.erase(game_id);
    StartGame();
  }

  // All that the relay does: the ply of one bot is the decision of the other.
  void Pass(const v1::Act& act) {
    Game& game = pair_->games[act.game_id()];
    if (!act.action().has_ply()) {
      if (++game.set_ups < 2) return;
      pair_->bots[0]->Send(MakeDecision(act.game_id(), 2, v1::DECISION_KIND_PLY));
      return;
    }
    if (game.plies + 1 == kPliesOfAGame) return EndGame(act.game_id());
    const std::uint32_t decision = act.decision() + (side_ == 0 ? 0 : 1);
    v1::PlayResponse response = MakeDecision(act.game_id(), decision, v1::DECISION_KIND_PLY);
    // The same events as the referee's: the bot's own ply, and the opponent's.
    if (game.plies > 0) AddPly(game.plies, game.last_ply, response);
    game.last_ply = act.action().ply();
    AddPly(++game.plies, game.last_ply, response);
    pair_->bots[1 - side_]->Send(response);
  }

  static v1::PlayResponse MakeDecision(const std::string& game_id, std::uint32_t number, v1::DecisionKind kind) {
    v1::PlayResponse response;
    v1::DecisionRequired& decision = *response.mutable_decision_required();
    decision.set_game_id(game_id);
    decision.set_decision(number);
    decision.set_kind(kind);
    decision.set_red_clock_micros(kClockMicros);
    decision.set_blue_clock_micros(kClockMicros);
    return response;
  }

  static void AddPly(std::uint32_t number, const v1::Ply& ply, v1::PlayResponse& response) {
    v1::PlyMade& made = *response.mutable_decision_required()->add_events()->mutable_ply_made();
    made.set_number(number);
    made.set_from(ply.from());
    made.set_to(ply.to());
  }

  void Send(const v1::PlayResponse& message) {
    if (is_writing_) {
      outbox_.push_back(message);
      return;
    }
    is_writing_ = true;
    stream_.Write(message, &write_);
  }

  RelayState& state_;
  grpc::ServerContext context_;
  grpc::ServerAsyncReaderWriter<v1::PlayResponse, v1::PlayRequest> stream_{&context_};
  v1::PlayRequest request_;
  std::deque<v1::PlayResponse> outbox_;
  Pair* pair_ = nullptr;
  int side_ = 0;
  int name_ = 0;
  bool is_writing_ = false;
  Tag accept_{this, Operation::kAccept};
  Tag read_{this, Operation::kRead};
  Tag write_{this, Operation::kWrite};
};

}  // namespace

Relay::Relay(std::string address, int games) : address_(std::move(address)), games_(games) {}

void Relay::Run() {
  RelayState state;
  state.games = games_;
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address_, grpc::InsecureServerCredentials());
  builder.RegisterService(&state.service);
  state.queue = builder.AddCompletionQueue();
  const auto server = builder.BuildAndStart();
  new Stream(state);
  std::cout << address_ << std::endl;
  void* tag = nullptr;
  bool ok = false;
  while (state.queue->Next(&tag, &ok)) {
    const auto& done = *static_cast<Stream::Tag*>(tag);
    done.stream->Done(done.operation, ok);
  }
}

}  // namespace flagfall::bench
