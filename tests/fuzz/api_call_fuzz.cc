// Requests of ArenaService, sensible and not, from callers of every role to a home's ledger. Whatever is asked, the
// answer is one, or an error that is the caller's and says something; nobody but a host is told of the host's disk; and
// the ledger stays sound.
//
// The input is steps (message_mutator.h): `what` names the method, `how` the caller, and the payload is the request.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/roles.h"
#include "arena/queries/check_ledger.h"
#include "referee/base/check.h"
#include "tests/fuzz/fuzz_home.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/message_mutator.h"

namespace flagfall::fuzz::api_call_fuzz {
namespace {

using arena::accounts::Principal;
using arena::accounts::Role;

constexpr std::size_t kStepsMax = 12;

Principal CallerOf(std::uint8_t how) {
  switch (how % 5) {
    case 0:
      return {.role = Role::kHost, .user = "zoe"};
    case 1:
      return {.role = Role::kOwner, .user = "amy", .token = 1};
    case 2:
      return {.role = Role::kBot, .bot = "far"};
    case 3:
      return {.role = Role::kWorker, .user = "wim"};
    default:
      return {};
  }
}

void CheckIsCallers(const absl::Status& status) {
  if (status.ok()) return;
  FLAGFALL_CHECK(!status.message().empty());
  FLAGFALL_CHECK(!absl::IsInternal(status) && !absl::IsUnknown(status) && !absl::IsDataLoss(status) &&
                 !absl::IsAborted(status));
}

void Call(const Step& step, arena::store::Database& database) {
  const HomeMethod& method = HomeMethods()[step.what % HomeMethods().size()];
  const std::unique_ptr<google::protobuf::Message> request(method.request->New());
  if (!request->ParseFromString(step.payload)) return;
  const Principal caller = CallerOf(step.how);
  arena::api::HomeApi api = ApiOf(database, caller);
  std::string response;
  CheckIsCallers(method.call(api, *request, response));
  FLAGFALL_CHECK(caller.role == Role::kHost || !absl::StrContains(response, kHostsFolder));
}

// The parts of the ledger's check that its games, which no schedule has asked for, do not break.
const std::vector<const arena::queries::LedgerCheck*>& PartsThatHold() {
  static const auto* const parts = [] {
    auto* const held = new std::vector<const arena::queries::LedgerCheck*>;
    arena::store::Database& database = CopyOfLedger();
    for (const arena::queries::LedgerCheck& part : arena::queries::LedgerChecks()) {
      // That of the file makes all tables anew to compare them, and no call changes a table.
      if (absl::string_view(part.name) == "file") continue;
      if (part.check(database).ok()) held->push_back(&part);
    }
    FLAGFALL_CHECK(held->size() >= 4);
    return held;
  }();
  return *parts;
}

void Try(std::vector<Step> steps) {
  if (steps.size() > kStepsMax) steps.resize(kStepsMax);
  PartsThatHold();
  arena::store::Database& database = CopyOfLedger();
  for (const Step& step : steps) Call(step, database);
  // The checks take as long as many calls.
  if (steps.size() < kStepsMax / 2) return;
  for (const arena::queries::LedgerCheck* part : PartsThatHold()) FLAGFALL_CHECK(part->check(database).ok());
}

}  // namespace

FLAGFALL_FUZZER(api_call) {
  Try(StepsOf({reinterpret_cast<const char*>(bytes), size}));
  return 0;
}

FLAGFALL_FUZZER_MUTATOR(api_call) {
  Random random(seed);
  std::unique_ptr<google::protobuf::Message> request;
  const auto message_of = [&request](const Step& step) {
    request.reset(HomeMethods()[step.what % HomeMethods().size()].request->New());
    return request.get();
  };
  return Written(MutatedSteps({reinterpret_cast<const char*>(data), size}, bytes_max, random, message_of), data,
                 bytes_max);
}

}  // namespace flagfall::fuzz::api_call_fuzz
