#include "tests/whole_host/bot_program.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/rules/catalogue.h"

namespace flagfall::whole_host {
namespace {

constexpr Micros kDialAgainFirst = std::chrono::milliseconds(100);
constexpr int kDoublings = 4;
constexpr int kAborted = 10;
constexpr int kUnauthenticated = 16;
// What a program of gRPC's keeps of the host's bytes is its own business; this one forgets them.
constexpr std::size_t kFloodMessages = 3000;

}  // namespace

BotProgram::BotProgram(Agenda& agenda, Setting setting, Dialler dial)
    : agenda_(agenda), setting_(std::move(setting)), dial_(std::move(dial)), random_(setting_.seed) {
  agenda_.After(Micros(1000 + static_cast<std::int64_t>(random_() % 200'000)), WhileAlive([this] { Dial(); }));
}

BotProgram::~BotProgram() {
  // As the system closes all that a process had open.
  for (const std::shared_ptr<Link>& link : left_open_) link->Close(Side::kClient);
  if (link_ != nullptr) link_->Close(Side::kClient);
}

void BotProgram::Dial() {
  if (setting_.manners == Manners::kDead && random_() % 2 == 0) return;
  if (link_ != nullptr && setting_.manners == Manners::kHostile) left_open_.push_back(link_);
  if (link_ != nullptr && setting_.manners != Manners::kHostile) link_->Close(Side::kClient);
  link_ = dial_();
  client_ = nullptr;
  unsent_.clear();
  if (link_ == nullptr) return OnClosed();
  const std::uint64_t connection = ++connection_;
  const auto of_this = [this, connection](auto what) {
    return [this, connection, what](auto&&... args) {
      if (connection == connection_) what(args...);
    };
  };
  link_->Attach(Side::kClient, {.on_bytes = of_this([this](const std::string& bytes) { OnBytes(bytes); }),
                                .on_closed = of_this([this] {
                                  link_ = nullptr;
                                  OnClosed();
                                }),
                                .on_room = of_this([this] { Push(); })});
  client_ = std::make_unique<rpc::TestClient>();
  heard_ = 0;
  stream_ =
      client_->Begin(rpc::HeadOf("/flagfall.v1.BotService/Play", {{"authorization", "Bearer " + setting_.token}}));
  v1::PlayRequest request;
  v1::Hello& hello = *request.mutable_hello();
  hello.set_protocol_version(1);
  hello.set_bot_name(setting_.name);
  hello.add_rulesets("duel");
  hello.add_rulesets("battle");
  hello.set_concurrent_games_max(1 + static_cast<std::uint32_t>(setting_.seed % 2));
  hello.set_wants_legal_actions(true);
  hello.set_wants_events_at_once(setting_.seed % 3 == 0);
  if (setting_.manners == Manners::kHostile && random_() % 8 == 0) hello.set_protocol_version(7);
  Say(request);
}

void BotProgram::OnClosed() {
  const int status = client_ == nullptr ? -1 : client_->Of(stream_).Status();
  client_ = nullptr;
  if (status == kAborted || status == kUnauthenticated) return;
  const int doublings = std::min(dials_in_vain_++, kDoublings);
  agenda_.After(kDialAgainFirst * (1 << doublings), WhileAlive([this, connection = connection_] {
                  if (connection == connection_) Dial();
                }));
}

void BotProgram::OnBytes(const std::string& bytes) {
  client_->Receive(bytes);
  Push();
  const std::uint64_t connection = connection_;
  while (client_ != nullptr && connection == connection_ && heard_ < client_->Of(stream_).messages.size()) {
    v1::PlayResponse message;
    FLAGFALL_CHECK(message.ParseFromString(client_->Of(stream_).messages[heard_++]));
    Hear(message);
  }
  if (client_ == nullptr || connection != connection_) return;
  const rpc::HeardCall& call = client_->Of(stream_);
  if (!call.has_ended && !call.reset.has_value()) return;
  std::exchange(link_, nullptr)->Close(Side::kClient);
  OnClosed();
}

void BotProgram::Hear(const v1::PlayResponse& message) {
  dials_in_vain_ = 0;
  if (message.has_ping() && !is_hung_) {
    v1::PlayRequest pong;
    pong.mutable_pong()->set_nonce(message.ping().nonce());
    Say(pong);
  } else if (message.has_game_started()) {
    games_[message.game_started().game_id()] = message.game_started();
  } else if (message.has_game_resumed()) {
    const v1::GameResumed& resumed = message.game_resumed();
    games_[resumed.game_started().game_id()] = resumed.game_started();
    if (resumed.has_decision_required()) Decide(resumed.decision_required());
  } else if (message.has_decision_required()) {
    Decide(message.decision_required());
  } else if (message.has_game_over()) {
    games_.erase(message.game_over().game_id());
  }
}

void BotProgram::Decide(const v1::DecisionRequired& decision) {
  ++decisions_heard_;
  if (is_hung_ || setting_.manners == Manners::kDead) return;
  if (setting_.manners == Manners::kHostile && Misbehave(decision)) return;
  Act(decision, AnswerTo(decision), ThinkingTime());
}

bool BotProgram::Misbehave(const v1::DecisionRequired& decision) {
  switch (random_() % 40) {
    case 0:
      Act(decision, v1::Action(), ThinkingTime());
      return random_() % 2 == 0;
    case 1: {
      v1::DecisionRequired other = decision;
      other.set_decision(decision.decision() + 1);
      Act(other, AnswerTo(decision), Micros(0));
      return false;
    }
    case 2:
      Act(decision, AnswerTo(decision), Micros(10));
      Act(decision, AnswerTo(decision), Micros(20));
      return true;
    case 3: {
      v1::PlayRequest request;
      request.mutable_resign()->set_game_id(decision.game_id());
      SayAfter(ThinkingTime(), request);
      return random_() % 2 == 0;
    }
    case 4: {
      v1::PlayRequest request;
      request.mutable_offer_draw()->set_game_id(decision.game_id());
      SayAfter(Micros(0), request);
      return false;
    }
    case 5:
      Flood();
      return false;
    case 6:
      return true;
    default:
      return false;
  }
}

v1::Action BotProgram::AnswerTo(const v1::DecisionRequired& decision) {
  if (decision.legal_actions_size() > 0) {
    return decision.legal_actions(
        static_cast<int>(random_() % static_cast<std::uint64_t>(decision.legal_actions_size())));
  }
  const auto game = games_.find(decision.game_id());
  FLAGFALL_CHECK(game != games_.end());
  // A set-up, for which a game of the same ruleset that has just begun will do.
  const auto fresh = NewGame(game->second.ruleset(), std::string(32, 's'));
  FLAGFALL_CHECK(fresh.ok());
  Random random(random_());
  return (*fresh)->Sample(game->second.side(), random);
}

Micros BotProgram::ThinkingTime() {
  const std::uint64_t most = setting_.manners == Manners::kSlow ? 4'000'000 : 60'000;
  return Micros(static_cast<std::int64_t>(random_() % most));
}

void BotProgram::Act(const v1::DecisionRequired& decision, const v1::Action& action, Micros after) {
  v1::PlayRequest request;
  v1::Act& act = *request.mutable_act();
  act.set_game_id(decision.game_id());
  act.set_decision(decision.decision());
  *act.mutable_action() = action;
  SayAfter(after, std::move(request));
}

void BotProgram::SayAfter(Micros after, v1::PlayRequest request) {
  agenda_.After(after, WhileAlive([this, connection = connection_, request = std::move(request)] {
                  if (connection == connection_ && client_ != nullptr && !is_hung_) Say(request);
                }));
}

void BotProgram::Say(const v1::PlayRequest& request) {
  client_->SendMessage(stream_, request.SerializeAsString());
  Push();
}

void BotProgram::Push() {
  if (client_ == nullptr || link_ == nullptr) return;
  unsent_ += client_->TakeOutput();
  unsent_.erase(0, link_->Send(Side::kClient, unsent_));
}

void BotProgram::Flood() {
  if (client_ == nullptr) return;
  v1::PlayRequest ping;
  ping.mutable_ping()->set_nonce(1);
  for (std::size_t i = 0; i < kFloodMessages; ++i) client_->SendMessage(stream_, ping.SerializeAsString());
  Push();
}

void BotProgram::TalkGarbage() {
  if (client_ == nullptr) return;
  std::string garbage(1 + random_() % 200, '\0');
  for (char& byte : garbage) byte = static_cast<char>(random_());
  client_->SayRaw(garbage);
  Push();
}

void BotProgram::ReadNothingFor(Micros time) {
  if (link_ == nullptr) return;
  link_->SetReading(Side::kClient, false);
  agenda_.After(time, [link = link_] { link->SetReading(Side::kClient, true); });
}

}  // namespace flagfall::whole_host
