#include "referee/match/match_messages.h"

#include "referee/base/sha256.h"
#include "referee/rules/side_messages.h"

namespace flagfall {

v1::Outcome MakeOutcome(v1::Result result, v1::Reason reason, absl::string_view detail) {
  v1::Outcome outcome;
  outcome.set_result(result);
  outcome.set_reason(reason);
  outcome.set_detail(detail.data(), detail.size());
  return outcome;
}

v1::GameStarted MakeGameStarted(const MatchSpec& spec, v1::Side side, const Game& beginning) {
  v1::GameStarted started;
  started.set_game_id(spec.game_id);
  *started.mutable_ruleset() = spec.ruleset;
  started.set_side(side);
  const v1::Player& opponent = side == v1::SIDE_RED ? spec.blue : spec.red;
  started.set_opponent_name(spec.policy.anonymous() ? "anonymous" : opponent.name());
  *started.mutable_time_control() = spec.time_control;
  started.set_seed_sha256(Sha256Of(spec.seed));
  *started.mutable_view() = beginning.ViewFor(ObserverOf(side));
  return started;
}

v1::PlayResponse MakeGameError(const std::string& game_id, v1::GameError::Code code, std::uint32_t decision,
                               absl::string_view clause, absl::string_view message) {
  v1::PlayResponse response;
  v1::GameError* error = response.mutable_game_error();
  error->set_game_id(game_id);
  error->set_code(code);
  error->set_decision(decision);
  error->set_clause(clause.data(), clause.size());
  error->set_message(message.data(), message.size());
  return response;
}

absl::string_view CutToBytes(absl::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  std::size_t end = bytes_max;
  // A byte 10xxxxxx goes on with the character before it.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace flagfall
