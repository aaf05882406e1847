#include "tests/whole_host/submissions.h"

#include "absl/strings/str_cat.h"
#include "arena/accounts/submission.h"
#include "arena/store/submissions.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"
#include "tests/support/temp_dir.h"
#include "tests/whole_host/world.h"

namespace flagfall::whole_host {
namespace store = arena::store;

absl::Status Submissions::Abandon() {
  static const TempDir home;
  return arena::accounts::AbandonSubmissions(ledger_, {.home = home.path()}, world_.WallTime());
}

absl::Status Submissions::Submit(const std::string& owner, const std::string& bot) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Submission begun, store::BeginSubmission(ledger_, owner, world_.WallTime()));
  const auto id = static_cast<std::int64_t>(begun.id());
  world_.accounts().NoteSubmission(id, v1::Submission::STATE_RECEIVED);
  waiting_.push_back({.id = id, .bot = bot});
  if (!is_busy_) Next();
  return absl::OkStatus();
}

void Submissions::Next() {
  is_busy_ = !waiting_.empty();
  if (is_busy_) Step(v1::Submission::STATE_UNPACKING);
}

void Submissions::Step(v1::Submission::State state) {
  world_.agenda().After(world_.DrawDelay(2'000'000), WhileAlive([this, state] {
                          const absl::Status entered = Enter(state);
                          if (entered.ok()) {
                            world_.accounts().NoteSubmission(waiting_.front().id, state);
                            if (state != v1::Submission::STATE_READY)
                              return Step(static_cast<v1::Submission::State>(state + 1));
                            ++world_.tally().submissions;
                          }
                          // An error is the ledger's: the submission is under way until the next server fails it.
                          waiting_.pop_front();
                          Next();
                        }));
}

absl::Status Submissions::Enter(v1::Submission::State state) {
  const Waiting& next = waiting_.front();
  if (state == v1::Submission::STATE_BUILDING) {
    const std::string content = Sha256Of(absl::StrCat(next.bot, next.id));
    return store::NameSubmission(ledger_, next.id, next.bot, content, world_.WallTime()).status();
  }
  if (state != v1::Submission::STATE_READY) {
    return store::AdvanceSubmission(ledger_, next.id, state, world_.WallTime());
  }
  v1::BotManifest manifest;
  manifest.set_name(next.bot);
  manifest.set_version("1");
  manifest.add_command("./bot");
  manifest.add_rulesets("duel");
  return store::FinishSubmission(ledger_, next.id, manifest, "/bots/submitted", world_.WallTime());
}

}  // namespace flagfall::whole_host
