// A submission's way from what was received to a bot that plays.
//
// At each moment the ledger says what may lie on the disk, so that a host that is killed leaves nothing that the next
// one does not know of: the row comes before the staging folder, the entry's name before the entry's folder, and the
// folder, complete and on the disk, before the row that makes it a bot.
#include "arena/accounts/submission.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "arena/base/names.h"
#include "arena/base/private_files.h"
#include "arena/base/utf8.h"
#include "arena/bots/archive.h"
#include "arena/bots/folder_bytes.h"
#include "arena/bots/manifest.h"
#include "arena/store/bots.h"
#include "arena/store/tournaments.h"
#include "referee/base/descriptor.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::accounts {
namespace {

namespace fs = std::filesystem;

void RemoveAll(const std::string& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

absl::Status MakeFolders(const std::string& path) {
  const absl::Status made = MakePrivateFolders(path);
  return made.ok() ? made : absl::InternalError(absl::StrCat("the host ", made.message()));
}

// All that was written to the disk that holds `folder`, to the disk.
void Sync(const std::string& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.is_valid()) ::syncfs(descriptor.get());
}

class SubmissionRun {
 public:
  SubmissionRun(const store::LedgerAccess& ledger, const v1::Submission& begun, const SubmissionOptions& options)
      : ledger_(ledger),
        id_(static_cast<std::int64_t>(begun.id())),
        owner_(begun.owner()),
        options_(options),
        staging_(absl::StrCat(options.folders.Staging(), "/", id_)) {}
  ~SubmissionRun() { RemoveAll(staging_); }

  // Takes the submission to its end. An error is the reason for which it fails.
  absl::Status Run(const std::string& source);
  // Removes what was made, and says so in the ledger.
  absl::Status Fail(const absl::Status& why);
  absl::StatusOr<v1::Submission> Find() const;

 private:
  absl::Status Advance(v1::Submission::State state);
  absl::StatusOr<bots::BotFiles> Unpack(const std::string& source);
  // The submission as it is once its name is known.
  absl::StatusOr<v1::Submission> Name(const v1::BotManifest& manifest, const bots::BotFiles& files);
  absl::Status Build(const v1::BotManifest& manifest);
  absl::Status Check(const v1::BotManifest& manifest);
  absl::Status Finish(const v1::BotManifest& manifest);
  // Refuses the bot where its owner's would take too much with it. The host's own may take what they want.
  absl::Status CheckRoom(const std::string& bot_name) const;
  // The owner's bots that were sent in and have a folder here.
  absl::StatusOr<std::vector<store::Bot>> BotsOfOwner(store::Database& database) const;
  // Removes the folders of the owner's bots that are retired and play nowhere any more.
  absl::Status Prune(store::Database& database) const;

  const store::LedgerAccess& ledger_;
  const std::int64_t id_;
  // Empty for the host.
  const std::string owner_;
  const SubmissionOptions& options_;
  const std::string staging_;
  // The entry's folder, once it exists, and the folder that was unpacked. Reasons told to authors must not show them.
  std::string folder_;
  std::string unpacked_;
};

absl::Status SubmissionRun::Run(const std::string& source) {
  FLAGFALL_RETURN_IF_ERROR(Advance(v1::Submission::STATE_UNPACKING));
  FLAGFALL_ASSIGN_OR_RETURN(const bots::BotFiles files, Unpack(source));
  unpacked_ = files.root;
  FLAGFALL_RETURN_IF_ERROR(Advance(v1::Submission::STATE_CHECKING_MANIFEST));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::BotManifest manifest, bots::ReadManifest(files.root, options_.rulesets_known));
  FLAGFALL_RETURN_IF_ERROR(CheckSubmittedManifest(manifest));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Submission named, Name(manifest, files));
  if (store::IsOver(named)) return absl::OkStatus();
  folder_ = options_.folders.Entry(named.entry());
  // A folder of that name is a leftover: the ledger knows no such entry.
  RemoveAll(folder_);
  std::error_code error;
  fs::rename(files.root, folder_, error);
  if (error) return absl::InternalError(absl::StrCat("the host cannot move the bot: ", error.message()));
  FLAGFALL_RETURN_IF_ERROR(Build(manifest));
  FLAGFALL_RETURN_IF_ERROR(Advance(v1::Submission::STATE_CHECKING));
  FLAGFALL_RETURN_IF_ERROR(Check(manifest));
  return Finish(manifest);
}

absl::Status SubmissionRun::Fail(const absl::Status& why) {
  if (!folder_.empty()) RemoveAll(folder_);
  std::vector<std::pair<std::string, std::string>> replaced = {{options_.folders.BuildLog(id_), "build.log"},
                                                               {options_.folders.CheckLog(id_), "check.log"}};
  for (const std::string& path : {unpacked_, folder_, staging_}) {
    if (path.empty()) continue;
    replaced.emplace_back(path + "/", "");
    replaced.emplace_back(path, "the bot's folder");
  }
  const std::string reason = CleanUtf8(absl::StrReplaceAll(why.message(), replaced), kReasonBytesMax);
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  return store::FailSubmission(*ledger, id_, reason.empty() ? "for no reason known" : reason, options_.now());
}

absl::StatusOr<v1::Submission> SubmissionRun::Find() const {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
  return store::FindSubmission(*ledger, id_);
}

absl::Status SubmissionRun::Advance(v1::Submission::State state) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  return store::AdvanceSubmission(*ledger, id_, state, options_.now());
}

absl::StatusOr<bots::BotFiles> SubmissionRun::Unpack(const std::string& source) {
  RemoveAll(staging_);
  FLAGFALL_RETURN_IF_ERROR(MakeFolders(staging_));
  std::error_code ignored;
  const std::string target = staging_ + "/bot";
  if (fs::is_directory(source, ignored)) return bots::CopyFolder(source, target, options_.limits);
  return bots::UnpackArchive(bots::ArchiveReaderBeside(options_.build.supervisor_path), source, target,
                             options_.limits);
}

absl::StatusOr<v1::Submission> SubmissionRun::Name(const v1::BotManifest& manifest, const bots::BotFiles& files) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  return store::NameSubmission(*ledger, id_, manifest.name(), files.content_sha256, options_.now());
}

absl::Status SubmissionRun::Build(const v1::BotManifest& manifest) {
  FLAGFALL_RETURN_IF_ERROR(MakeFolders(options_.folders.Logs(id_)));
  bots::BuildOptions build = options_.build;
  build.log_path = options_.folders.BuildLog(id_);
  return bots::BuildBot(manifest, folder_, build);
}

absl::Status SubmissionRun::Check(const v1::BotManifest& manifest) {
  FLAGFALL_RETURN_IF_ERROR(CheckBuilt(manifest, folder_, options_.build.sandbox));
  if (options_.check == nullptr) return absl::OkStatus();
  return options_.check(manifest, folder_, options_.folders.CheckLog(id_));
}

absl::Status SubmissionRun::Finish(const v1::BotManifest& manifest) {
  Sync(options_.folders.Bots());
  FLAGFALL_RETURN_IF_ERROR(CheckRoom(manifest.name()));
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForWriting());
  FLAGFALL_RETURN_IF_ERROR(store::FinishSubmission(*ledger, id_, manifest, folder_, options_.now()));
  // From here on it is a bot, whatever fails later.
  folder_.clear();
  return Prune(*ledger);
}

absl::StatusOr<std::vector<store::Bot>> SubmissionRun::BotsOfOwner(store::Database& database) const {
  FLAGFALL_ASSIGN_OR_RETURN(std::vector<store::Bot> bots, store::ListBots(database));
  std::erase_if(bots, [&](const store::Bot& bot) {
    return bot.owner != owner_ || !bot.is_submitted() || bot.folder != options_.folders.Entry(bot.name());
  });
  return bots;
}

absl::Status SubmissionRun::CheckRoom(const std::string& bot_name) const {
  if (owner_.empty()) return absl::OkStatus();
  std::vector<store::Bot> bots;
  {
    FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerAccess::Connection ledger, ledger_.ForReading());
    FLAGFALL_RETURN_IF_ERROR(Prune(*ledger));
    FLAGFALL_ASSIGN_OR_RETURN(bots, BotsOfOwner(*ledger));
  }
  std::uint64_t bytes = bots::FolderBytesOnDisk(folder_);
  for (const store::Bot& bot : bots) {
    // The version before goes when this one is there.
    const bool is_replaced = store::BaseNameOf(bot.name()) == bot_name && bot.State() != v1::Bot::STATE_RETIRED;
    if (!is_replaced) bytes += bots::FolderBytesOnDisk(bot.folder);
  }
  constexpr std::uint64_t kMiB = 1 << 20;
  if (bytes <= options_.owner_bytes_max) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      "with this one, as it is built, the bots of ", owner_, " would take ", (bytes + kMiB - 1) / kMiB,
      " MiB on this host, and may take ", options_.owner_bytes_max / kMiB, " (", kOwnerBotsFlag,
      "); retire one that is of no use any more (`flagfall bot retire NAME`), and send this one in again"));
}

absl::Status SubmissionRun::Prune(store::Database& database) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, BotsOfOwner(database));
  for (const store::Bot& bot : bots) {
    if (bot.State() != v1::Bot::STATE_RETIRED) continue;
    FLAGFALL_ASSIGN_OR_RETURN(const bool is_playing, store::IsInUnfinishedTournament(database, bot.name()));
    if (!is_playing) RemoveAll(bot.folder);
  }
  return absl::OkStatus();
}

// "mybot@3", the name of an entry's folder.
bool IsEntryName(const std::string& name) {
  const std::size_t at = name.find('@');
  return at != 0 && at != std::string::npos && at + 1 < name.size() &&
         std::all_of(name.begin() + static_cast<std::ptrdiff_t>(at) + 1, name.end(), absl::ascii_isdigit);
}

absl::Status FailAllUnderWay(store::Database& database, Micros now) {
  constexpr int kPage = 100;
  while (true) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::Submission> left,
                              store::ListSubmissions(database, {.only_under_way = true}, std::nullopt, kPage));
    if (left.empty()) return absl::OkStatus();
    for (const v1::Submission& submission : left) {
      const std::string state = absl::StrReplaceAll(EnumWord(submission.state()), {{"_", " "}});
      FLAGFALL_RETURN_IF_ERROR(
          store::FailSubmission(database, static_cast<std::int64_t>(submission.id()),
                                absl::StrCat("the host was stopped (", state, "); submit it again"), now));
    }
  }
}

// Removes the folders of entries that the ledger does not know, and those that a build was to put in their place.
absl::Status RemoveUnknownEntries(store::Database& database, const std::string& bots_folder) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::Bot> bots, store::ListBots(database));
  std::set<std::string> known;
  for (const store::Bot& bot : bots) known.insert(bot.name());
  std::error_code ignored;
  std::vector<std::string> unknown;
  for (const fs::directory_entry& entry : fs::directory_iterator(bots_folder, ignored)) {
    const std::string name = entry.path().filename().string();
    absl::string_view base = name;
    const bool is_half_built = absl::ConsumeSuffix(&base, bots::kBuiltSuffix);
    if (!IsEntryName(std::string(base))) continue;
    if (is_half_built || known.count(name) == 0) unknown.push_back(entry.path().string());
  }
  for (const std::string& path : unknown) RemoveAll(path);
  return absl::OkStatus();
}

// Removes what builds that were cut off have packed.
void RemoveBuildArchives(const SubmissionFolders& folders) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folders.Logs(), ignored)) {
    std::int64_t id = 0;
    if (absl::SimpleAtoi(entry.path().filename().string(), &id))
      fs::remove(bots::BuildArchiveOf(folders.BuildLog(id)), ignored);
  }
}

// Removes the logs of the submissions up to `last`.
void RemoveLogs(const SubmissionFolders& folders, std::int64_t last) {
  std::error_code ignored;
  std::vector<std::string> old;
  for (const fs::directory_entry& entry : fs::directory_iterator(folders.Logs(), ignored)) {
    std::int64_t id = 0;
    if (absl::SimpleAtoi(entry.path().filename().string(), &id) && id <= last) old.push_back(entry.path().string());
  }
  for (const std::string& path : old) RemoveAll(path);
}

}  // namespace

absl::StatusOr<v1::Submission> RunSubmission(const store::LedgerAccess& ledger, const v1::Submission& begun,
                                             const std::string& source, const SubmissionOptions& options) {
  RemoveLogs(options.folders, static_cast<std::int64_t>(begun.id()) - options.logs_kept);
  SubmissionRun run(ledger, begun, options);
  if (const absl::Status status = run.Run(source); !status.ok()) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Submission submission, run.Find());
    if (store::IsOver(submission)) return status;
    FLAGFALL_RETURN_IF_ERROR(
        run.Fail(absl::IsCancelled(status) ? absl::CancelledError("the host was stopped; submit it again") : status));
  }
  return run.Find();
}

absl::Status AbandonSubmissions(store::Database& database, const SubmissionFolders& folders, Micros now) {
  RemoveAll(folders.Staging());
  RemoveBuildArchives(folders);
  FLAGFALL_RETURN_IF_ERROR(RemoveUnknownEntries(database, folders.Bots()));
  return FailAllUnderWay(database, now);
}

}  // namespace flagfall::arena::accounts
