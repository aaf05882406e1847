#ifndef TESTS_FUZZ_FUZZ_HOME_H_
#define TESTS_FUZZ_FUZZ_HOME_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/accounts/roles.h"
#include "arena/api/home_api.h"
#include "arena/store/database.h"
#include "google/protobuf/message.h"

namespace flagfall::fuzz {

// Where a bot of the host's lies on its disk; nobody else may be told.
inline constexpr char kHostsFolder[] = "/host/only/bots";

// The folder of a home whose ledger holds bots, users, a tournament with games, tokens and a webhook, made anew for
// this process, in memory where the system has a place for that. It is never changed.
const std::string& HomeFolder();

// A copy of the home's ledger, open for writing, as the ledger was made: a new one if anything was written to the last.
// The reference holds until the next call.
arena::store::Database& CopyOfLedger();

// Removes what HomeFolder and CopyOfLedger have made; called when the process exits.
void RemoveHome();

// Acts for the caller on that ledger, at a time that stands still.
arena::api::HomeApi ApiOf(arena::store::Database& ledger, arena::accounts::Principal caller);

// A method of ArenaService that a home answers, one request and one response each.
struct HomeMethod {
  std::string name;
  const google::protobuf::Message* request;
  // The response is appended as bytes.
  std::function<absl::Status(arena::api::HomeApi& api, const google::protobuf::Message& request, std::string& response)>
      call;
};
const std::vector<HomeMethod>& HomeMethods();

}  // namespace flagfall::fuzz

#endif  // TESTS_FUZZ_FUZZ_HOME_H_
