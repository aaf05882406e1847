// The states of a submission in the ledger. Each step is one transaction. The tables refuse as well what a step must
// not do: two submissions of one name under way, two present versions of one bot, a name with two owners, a change
// after the end.
#include "arena/store/submissions.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "arena/base/timestamps.h"
#include "arena/store/users.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

absl::Status AddSteps(Database& database, std::int64_t id, v1::Submission& submission) {
  Statement select = database.Prepare("SELECT state, time_us FROM submission_steps WHERE submission_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(select.Bind(id).ForEachRow([&submission](const Statement& row) -> absl::Status {
    FLAGFALL_ASSIGN_OR_RETURN(const auto state, EnumNamed<v1::Submission::State>(row.Text(0)));
    v1::SubmissionStep& step = *submission.add_steps();
    step.set_state(state);
    *step.mutable_time() = TimestampOf(Micros(row.Int(1)));
    return absl::OkStatus();
  }));
  std::sort(submission.mutable_steps()->begin(), submission.mutable_steps()->end(),
            [](const v1::SubmissionStep& a, const v1::SubmissionStep& b) { return a.state() < b.state(); });
  return absl::OkStatus();
}

#define FLAGFALL_SELECT_SUBMISSIONS                                                                 \
  "SELECT submission_id, coalesce(users.name, ''), state, reason, bot_name, content_sha256, entry " \
  "FROM submissions LEFT JOIN users ON users.user_id = submissions.owner_id "

absl::StatusOr<v1::Submission> ReadSubmission(Database& database, const Statement& row) {
  v1::Submission submission;
  submission.set_id(static_cast<std::uint64_t>(row.Int(0)));
  submission.set_owner(row.Text(1));
  FLAGFALL_ASSIGN_OR_RETURN(const auto state, EnumNamed<v1::Submission::State>(row.Text(2)));
  submission.set_state(state);
  submission.set_reason(row.Text(3));
  submission.set_bot_name(row.Text(4));
  submission.set_content_sha256(absl::BytesToHexString(row.Blob(5)));
  submission.set_entry(row.Text(6));
  FLAGFALL_RETURN_IF_ERROR(AddSteps(database, row.Int(0), submission));
  return submission;
}

absl::Status CheckNoneUnderWay(Database& database, const SubmissionFilter& filter, std::uint64_t but) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::Submission> under_way,
                            ListSubmissions(database, filter, std::nullopt, 2));
  for (const v1::Submission& other : under_way) {
    if (other.id() == but) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        "submission ", other.id(), filter.bot_name.has_value() ? " of " : " by ",
        filter.bot_name.value_or(other.owner()), " is under way (", EnumWord(other.state()), "); wait for its end"));
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::Submission> FindUnderWay(Database& database, std::int64_t id) {
  FLAGFALL_ASSIGN_OR_RETURN(v1::Submission submission, FindSubmission(database, id));
  if (!IsOver(submission)) return submission;
  return absl::FailedPreconditionError(
      absl::StrCat("submission ", id, " is over already: ", EnumWord(submission.state())));
}

absl::StatusOr<std::string> NextEntry(Database& database, absl::string_view bot_name) {
  Statement select = database.Prepare(
      "SELECT coalesce(max(CAST(substr(name, instr(name, '@') + 1) AS INTEGER)), 0) + 1 FROM entries "
      "WHERE base_name = ?1 AND instr(name, '@') > 0");
  FLAGFALL_RETURN_IF_ERROR(select.Bind(bot_name).Next().status());
  return absl::StrCat(bot_name, "@", select.Int(0));
}

// Returns the present version if it has the same content; empty when there is none.
absl::StatusOr<std::string> SameContent(Database& database, absl::string_view bot_name, absl::string_view sha256) {
  Statement select = database.Prepare(
      "SELECT name FROM entries WHERE base_name = ?1 AND retired_reason IS NULL AND content_sha256 = ?2");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(bot_name).BindBlob(sha256).Next());
  return found ? select.Text(0) : "";
}

absl::Status SetReady(Database& database, std::int64_t id, absl::string_view entry, Micros now) {
  Statement update = database.Prepare(
      "UPDATE submissions SET state = 'ready', bot_id = (SELECT bot_id FROM bots WHERE name = ?2), "
      "updated_time_us = ?3 WHERE submission_id = ?1");
  return update.Bind(id).Bind(entry).Bind(now.count()).Run();
}

}  // namespace

absl::Status CheckMaySubmit(Database& database, absl::string_view owner) {
  if (owner.empty()) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const v1::User user, FindUser(database, owner));
  if (user.has_remove_time()) {
    return absl::FailedPreconditionError(absl::StrCat("user ", owner, " was removed, and submits nothing any more"));
  }
  return CheckNoneUnderWay(database, {.owner = std::string(owner), .only_under_way = true}, /*but=*/0);
}

absl::StatusOr<v1::Submission> BeginSubmission(Database& database, absl::string_view owner, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_RETURN_IF_ERROR(CheckMaySubmit(database, owner));
  FLAGFALL_ASSIGN_OR_RETURN(const std::optional<std::int64_t> owner_key, OwnerKey(database, owner));
  Statement insert = database.Prepare(
      "INSERT INTO submissions (owner_id, state, received_time_us, updated_time_us) VALUES (?1, 'received', ?2, ?3) "
      "RETURNING submission_id");
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, insert.Bind(owner_key).Bind(now.count()).Bind(now.count()).Number());
  FLAGFALL_ASSIGN_OR_RETURN(v1::Submission begun, FindSubmission(database, id));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return begun;
}

absl::Status AdvanceSubmission(Database& database, std::int64_t id, v1::Submission::State state, Micros now) {
  FLAGFALL_CHECK(state < v1::Submission::STATE_READY);
  FLAGFALL_RETURN_IF_ERROR(FindUnderWay(database, id).status());
  Statement update =
      database.Prepare("UPDATE submissions SET state = ?2, updated_time_us = ?3 WHERE submission_id = ?1");
  return update.Bind(id).Bind(EnumWord(state)).Bind(now.count()).Run();
}

absl::StatusOr<v1::Submission> NameSubmission(Database& database, std::int64_t id, absl::string_view bot_name,
                                              absl::string_view content_sha256, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Submission submission, FindUnderWay(database, id));
  FLAGFALL_RETURN_IF_ERROR(CheckNameIsFree(database, bot_name, submission.owner()));
  FLAGFALL_RETURN_IF_ERROR(CheckNameIsNotHeld(database, bot_name));
  FLAGFALL_RETURN_IF_ERROR(CheckNoneUnderWay(database, {.bot_name = std::string(bot_name), .only_under_way = true},
                                             /*but=*/static_cast<std::uint64_t>(id)));
  FLAGFALL_ASSIGN_OR_RETURN(std::string entry, SameContent(database, bot_name, content_sha256));
  const bool is_known = !entry.empty();
  if (!is_known) {
    FLAGFALL_ASSIGN_OR_RETURN(entry, NextEntry(database, bot_name));
  }
  Statement update = database.Prepare(
      "UPDATE submissions SET bot_name = ?2, content_sha256 = ?3, entry = ?4 WHERE submission_id = ?1");
  FLAGFALL_RETURN_IF_ERROR(update.Bind(id).Bind(bot_name).BindBlob(content_sha256).Bind(entry).Run());
  FLAGFALL_RETURN_IF_ERROR(is_known ? SetReady(database, id, entry, now)
                                    : AdvanceSubmission(database, id, v1::Submission::STATE_BUILDING, now));
  FLAGFALL_ASSIGN_OR_RETURN(v1::Submission named, FindSubmission(database, id));
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return named;
}

absl::Status FinishSubmission(Database& database, std::int64_t id, v1::BotManifest manifest, const std::string& folder,
                              Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Submission submission, FindUnderWay(database, id));
  FLAGFALL_CHECK(!submission.entry().empty());
  const absl::StatusOr<Bot> before = FindBot(database, submission.bot_name());
  if (before.ok()) {
    FLAGFALL_RETURN_IF_ERROR(RetireBot(database, before->name(), absl::StrCat(submission.entry(), " took its place")));
  } else if (!absl::IsNotFound(before.status())) {
    return before.status();
  }
  manifest.set_name(submission.entry());
  FLAGFALL_RETURN_IF_ERROR(AddBot(database, {.manifest = std::move(manifest),
                                             .folder = folder,
                                             .added_time = now,
                                             .owner = submission.owner(),
                                             .content_sha256 = absl::HexStringToBytes(submission.content_sha256())}));
  FLAGFALL_RETURN_IF_ERROR(SetReady(database, id, submission.entry(), now));
  return transaction.Commit();
}

absl::Status FailSubmission(Database& database, std::int64_t id, absl::string_view reason, Micros now) {
  FLAGFALL_CHECK(!reason.empty());
  FLAGFALL_RETURN_IF_ERROR(FindUnderWay(database, id).status());
  Statement update = database.Prepare(
      "UPDATE submissions SET state = 'failed', reason = ?2, updated_time_us = ?3 WHERE submission_id = ?1");
  return update.Bind(id).Bind(reason).Bind(now.count()).Run();
}

absl::StatusOr<v1::Submission> FindSubmission(Database& database, std::int64_t id) {
  Statement select = database.Prepare(FLAGFALL_SELECT_SUBMISSIONS "WHERE submission_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(id).Next());
  if (found) return ReadSubmission(database, select);
  return absl::NotFoundError(absl::StrCat("there is no submission ", id, "; `flagfall bot submissions` shows them"));
}

absl::StatusOr<std::vector<v1::Submission>> ListSubmissions(Database& database, const SubmissionFilter& filter,
                                                            std::optional<std::int64_t> before, int count) {
  Statement select = database.Prepare(FLAGFALL_SELECT_SUBMISSIONS
                                      "WHERE submission_id < ?1 AND (?2 IS NULL OR users.name = ?2) "
                                      "AND (?3 IS NULL OR bot_name = ?3) "
                                      "AND (?4 = 0 OR state NOT IN ('ready', 'failed')) "
                                      "ORDER BY submission_id DESC LIMIT ?5");
  select.Bind(before.value_or(std::numeric_limits<std::int64_t>::max())).Bind(filter.owner).Bind(filter.bot_name);
  select.Bind(std::int64_t{filter.only_under_way}).Bind(std::int64_t{count});
  return select.Collect<v1::Submission>([&](const Statement& row) { return ReadSubmission(database, row); });
}

}  // namespace flagfall::arena::store
