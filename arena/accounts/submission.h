#ifndef ARENA_ACCOUNTS_SUBMISSION_H_
#define ARENA_ACCOUNTS_SUBMISSION_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/bots/archive_limits.h"
#include "arena/bots/build.h"
#include "arena/store/database.h"
#include "arena/store/ledger_access.h"
#include "arena/store/submissions.h"
#include "flagfall/v1/arena.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::accounts {

// The folders of a home that submissions use:
//
//   bots/NAME@N/                the bot, from when it is built
//   bots/.staging/ID/           an archive while it is unpacked; uploads lie beside it
//   logs/submissions/ID/        build.log, check.log
struct SubmissionFolders {
  // An absolute path, since programs are started from there.
  std::string home;

  std::string Bots() const { return home + "/bots"; }
  std::string Staging() const { return Bots() + "/.staging"; }
  std::string Entry(const std::string& entry) const { return Bots() + "/" + entry; }
  std::string Logs() const { return home + "/logs/submissions"; }
  std::string Logs(std::int64_t id) const { return Logs() + "/" + std::to_string(id); }
  std::string BuildLog(std::int64_t id) const { return Logs(id) + "/build.log"; }
  std::string CheckLog(std::int64_t id) const { return Logs(id) + "/check.log"; }
};

// The bots of one owner that were sent in, as they are built and in use.
inline constexpr std::uint64_t kOwnerBotsBytesMaxDefault = std::uint64_t{1} << 30;
inline constexpr char kOwnerBotsFlag[] = "--owner-bots-max";

struct SubmissionOptions {
  SubmissionFolders folders;
  // The ids that a manifest's `rulesets` may hold.
  std::vector<std::string> rulesets_known;
  bots::ArchiveLimits limits = {};
  // What the bots of one owner may take on the disk together as they are built, in bytes.
  std::uint64_t owner_bytes_max = kOwnerBotsBytesMaxDefault;
  // How to build: the supervisor, the time and the sandbox. Each submission sets the log itself.
  bots::BuildOptions build;
  // Checks the bot and writes a log to that path. Its error is the reason for which the submission fails.
  std::function<absl::Status(const v1::BotManifest& manifest, const std::string& folder, const std::string& log_path)>
      check;
  // Since 1970.
  std::function<Micros()> now;
  // The logs of so many of the newest submissions are kept.
  std::int64_t logs_kept = 1000;
};

// A submitted bot's name leaves room for "@" and a number in the entry's name.
inline constexpr std::size_t kSubmittedNameCharactersMax = 32;
// The reason for which a submission failed is cut to so many bytes.
inline constexpr std::size_t kReasonBytesMax = 4096;

// Takes a submission that BeginSubmission has begun all its way: unpacks `source` (an archive, or a folder),
// reads the manifest, builds, checks, and makes it a ready entry; the version before is retired. Takes as long as
// building and checking take, and holds the ledger for moments. Returns the submission as it ended, ready or failed
// with its reason; what failed leaves its logs and nothing else. An error is the ledger's, and then the submission is
// still under way.
absl::StatusOr<v1::Submission> RunSubmission(const store::LedgerAccess& ledger, const v1::Submission& begun,
                                             const std::string& source, const SubmissionOptions& options);

// Fails the submissions that an earlier host left under way, and removes what they left in the home's bots folder. Must
// be called when a host begins its work, before any submission of its own.
absl::Status AbandonSubmissions(store::Database& database, const SubmissionFolders& folders, Micros now);

// Checks what a submitted bot's manifest must keep to beyond ReadManifest: the length of its name, and programs that
// are its own (a path inside its folder) or the system's (a name, or a path into a folder of the PATH).
// INVALID_ARGUMENT names the field.
absl::Status CheckSubmittedManifest(const v1::BotManifest& manifest);

// Checks a bot after its build: its program and its working folder exist and, with all links followed, lie inside the
// bot's folder or, for a program, among the system's, which is that of the sandbox.
absl::Status CheckBuilt(const v1::BotManifest& manifest, const std::string& folder, const bots::Sandbox& sandbox = {});

}  // namespace flagfall::arena::accounts

#endif  // ARENA_ACCOUNTS_SUBMISSION_H_
