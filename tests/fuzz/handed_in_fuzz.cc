// Any bytes as a record that a worker hands in for one of a few matches: what is within the bounds, and is a record, is
// refused with a message, or it is one of the match, and is refereed again alike.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/cluster/check_handed_in.h"
#include "referee/base/check.h"
#include "referee/match/match_spec.h"
#include "referee/match/referee_again.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/message_mutator.h"
#include "tests/replay/random_match.h"

namespace flagfall::fuzz::handed_in_fuzz {
namespace {

// A match that the server has leased, and the record of a worker that plays honestly.
struct Leased {
  MatchSpec match;
  v1::GameRecord record;
};

MatchSpec MatchOf(const v1::GameRecord& record) {
  return {.game_id = record.game_id(),
          .ruleset = record.ruleset(),
          .seed = record.seed(),
          .red = record.red(),
          .blue = record.blue(),
          .time_control = record.time_control(),
          .policy = record.policy(),
          .given_set_ups = record.given_set_ups(),
          .start_time = Micros(1'700'000'000'000'000)};
}

const std::vector<Leased>& LeasedMatches() {
  static const std::vector<Leased>* const matches = [] {
    auto* const made = new std::vector<Leased>;
    constexpr std::uint32_t kPliesMax = 12;
    std::uint64_t seed = 0;
    for (const v1::Ruleset& ruleset : TestedRulesets()) {
      const v1::GameRecord record = PlayRandomMatch(ruleset, ++seed, kPliesMax).record;
      made->push_back({.match = MatchOf(record), .record = record});
    }
    return made;
  }();
  return *matches;
}

void Try(const MatchSpec& match, absl::string_view bytes) {
  const absl::Status bounds = arena::cluster::CheckRecordBounds(bytes);
  v1::GameRecord record;
  const bool is_record = record.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  if (!bounds.ok()) {
    FLAGFALL_CHECK(absl::IsInvalidArgument(bounds) && !bounds.message().empty());
    return;
  }
  if (!is_record) return;
  const absl::Status status = arena::cluster::CheckHandedIn(match, record);
  if (!status.ok()) {
    FLAGFALL_CHECK(absl::IsInvalidArgument(status) && !status.message().empty());
    return;
  }
  FLAGFALL_CHECK(record.game_id() == match.game_id && RefereeAgain(record).ok());
}

}  // namespace

// The first byte says which match.
FLAGFALL_FUZZER(handed_in) {
  if (size == 0) return 0;
  const auto& matches = LeasedMatches();
  Try(matches[bytes[0] % matches.size()].match, {reinterpret_cast<const char*>(bytes) + 1, size - 1});
  return 0;
}

FLAGFALL_FUZZER_MUTATOR(handed_in) {
  Random random(seed);
  const auto& matches = LeasedMatches();
  std::uint8_t which = size == 0 ? 0 : data[0];
  const auto draw = [&](google::protobuf::Message& message, Random& draws) {
    which = static_cast<std::uint8_t>(Below(matches.size(), draws));
    message.CopyFrom(matches[which].record);
  };
  v1::GameRecord record;
  const absl::string_view rest(reinterpret_cast<const char*>(data) + (size > 0 ? 1 : 0), size > 0 ? size - 1 : 0);
  const std::string mutated = MutatedAs(record, rest, bytes_max - 1, random, draw);
  return Written(std::string(1, static_cast<char>(which)) + mutated, data, bytes_max);
}

}  // namespace flagfall::fuzz::handed_in_fuzz
