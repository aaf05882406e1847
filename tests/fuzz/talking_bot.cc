#include "tests/fuzz/talking_bot.h"

#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"

namespace flagfall::fuzz {

std::shared_ptr<rpc::CallHandler> TalkingBot::Route(rpc::Call& call) {
  return streams_.Route(call, {.bot = name_, .address = name_, .is_tcp = is_tcp_},
                        [](const std::shared_ptr<RecentCost>&) {});
}

void TalkingBot::Dial(bool is_tcp) {
  Break();
  is_tcp_ = is_tcp;
  left_ = 0;
  heard_ = 0;
  unread_.clear();
  connection_ = std::make_unique<rpc::Connection>(
      *this, rpc::ConnectionOptions(), [] {}, loop_.TurnTime());
  client_ = std::make_unique<rpc::TestClient>(rpc::ClientSettings{.window = 1 << 20});
  stream_ =
      client_->Begin(rpc::HeadOf("/flagfall.v1.BotService/Play", {{"authorization", absl::StrCat("Bearer ", name_)}}));
}

void TalkingBot::Break() {
  if (connection_ != nullptr) connection_->Break();
  connection_.reset();
  client_.reset();
  decisions_.clear();
}

void TalkingBot::Say(absl::string_view message) {
  if (IsThere()) client_->SendMessage(stream_, message);
}

void TalkingBot::HalfClose() {
  if (IsThere()) client_->HalfClose(stream_);
}

const v1::DecisionRequired* TalkingBot::Decision(std::size_t which) const {
  if (decisions_.empty()) return nullptr;
  return &std::next(decisions_.begin(), static_cast<std::ptrdiff_t>(which % decisions_.size()))->second;
}

void TalkingBot::Receive() {
  if (!IsThere()) return;
  const std::string bytes = client_->TakeOutput();
  if (!bytes.empty() && !connection_->IsDeaf()) connection_->Receive(bytes, loop_.TurnTime());
  if (loop_.TurnTime() >= connection_->NextLook()) connection_->OnTime(loop_.TurnTime());
}

void TalkingBot::Flush() {
  if (connection_ == nullptr) return;
  constexpr std::size_t kTakenAtOnce = 1 << 16;
  constexpr std::size_t kTakenByDeaf = 1 << 10;
  if (reads_) {
    while (connection_->TakeOutput(unread_, kTakenAtOnce)) {
    }
    left_ += unread_.size();
    client_->Receive(std::exchange(unread_, ""));
    FLAGFALL_CHECK(!client_->is_confused());
  } else if (unread_.empty()) {
    // The socket takes a little, and then nothing.
    connection_->TakeOutput(unread_, kTakenByDeaf);
  }
  connection_->Flushed(left_, loop_.Now());
}

void TalkingBot::Hear() {
  if (!IsThere()) return;
  const std::vector<std::string>& messages = client_->Of(stream_).messages;
  for (; heard_ < messages.size(); ++heard_) {
    v1::PlayResponse message;
    FLAGFALL_CHECK(message.ParseFromString(messages[heard_]));
    FLAGFALL_CHECK(message.message_case() != v1::PlayResponse::MESSAGE_NOT_SET);
    HearOf(message);
  }
  FLAGFALL_CHECK(!client_->Of(stream_).has_ended || client_->Of(stream_).Status() >= 0);
}

void TalkingBot::HearOf(const v1::PlayResponse& message) {
  if (message.has_decision_required()) {
    decisions_[message.decision_required().game_id()] = message.decision_required();
  } else if (message.has_game_resumed() && message.game_resumed().has_decision_required()) {
    const v1::DecisionRequired& decision = message.game_resumed().decision_required();
    decisions_[decision.game_id()] = decision;
  } else if (message.has_game_over()) {
    decisions_.erase(message.game_over().game_id());
  }
}

}  // namespace flagfall::fuzz
