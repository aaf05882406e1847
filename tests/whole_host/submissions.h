#ifndef TESTS_WHOLE_HOST_SUBMISSIONS_H_
#define TESTS_WHOLE_HOST_SUBMISSIONS_H_

#include <cstdint>
#include <deque>
#include <string>

#include "absl/status/status.h"
#include "arena/store/database.h"
#include "flagfall/v1/hosting.pb.h"
#include "tests/whole_host/agenda.h"

namespace flagfall::whole_host {

class World;

// The queue of a server's submissions, one after the other. The steps in the ledger are the store's; what lies between
// them (unpacking, building, checking) is processes and files, and is here a time that passes.
class Submissions : public Mortal {
 public:
  Submissions(World& world, arena::store::Database& ledger) : world_(world), ledger_(ledger) {}

  // Fails what an earlier server has left under way.
  absl::Status Abandon();
  // As SubmissionQueue::Submit.
  absl::Status Submit(const std::string& owner, const std::string& bot);

 private:
  struct Waiting {
    std::int64_t id = 0;
    std::string bot;
  };

  void Next();
  void Step(v1::Submission::State state);
  absl::Status Enter(v1::Submission::State state);

  World& world_;
  arena::store::Database& ledger_;
  std::deque<Waiting> waiting_;
  bool is_busy_ = false;
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_SUBMISSIONS_H_
