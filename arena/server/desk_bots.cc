// What the desk does with bots.

#include "absl/strings/str_cat.h"
#include "arena/base/utf8.h"
#include "arena/bots/manifest.h"
#include "arena/hosting/bot_states.h"
#include "arena/hosting/tokens.h"
#include "arena/server/desk.h"
#include "arena/store/bots.h"
#include "arena/store/submissions.h"
#include "arena/store/users.h"

namespace flagfall::arena {
namespace {

constexpr std::size_t kLogBytesMax = 1 << 20;

// The text's end, as what may go into a message.
std::string TailOf(absl::string_view text) {
  if (text.size() > kLogBytesMax) text.remove_prefix(text.size() - kLogBytesMax);
  std::string clean;
  while (!text.empty()) {
    const Utf8Character character = FirstUtf8(text);
    absl::StrAppend(&clean, character.is_valid ? text.substr(0, character.length) : "?");
    text.remove_prefix(character.length);
  }
  return clean;
}

// Whose the bot is, or a submission of that name that has never become one.
absl::StatusOr<std::string> OwnerOfName(Database& database, const std::string& name) {
  const absl::StatusOr<Bot> bot = FindBot(database, name);
  if (bot.ok()) return bot->owner;
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Submission> submissions,
                            ListSubmissions(database, {.bot_name = name}, /*before=*/std::nullopt, /*count=*/1));
  if (submissions.empty()) return bot.status();
  return submissions.front().owner;
}

By Of(const Principal& caller) { return caller.role == Role::kHost ? By::kHost : By::kOwner; }

// Who wished it, where no reason was given.
std::string ReasonOf(const Principal& caller, const std::string& given) {
  if (!given.empty()) return given;
  return caller.role == Role::kHost ? "the host wished it" : absl::StrCat(caller.user, ", its owner, wished it");
}

}  // namespace

absl::StatusOr<v1::ListBotsResponse> Desk::Do(const Principal& caller, const v1::ListBotsRequest& request) const {
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(v1::ListBotsResponse response, Answer(*reader, request));
  if (caller.role == Role::kHost) return response;
  for (v1::Bot& bot : *response.mutable_bots()) bot.clear_folder();
  return response;
}

absl::StatusOr<v1::Bot> Desk::Do(const Principal& caller, const v1::GetBotRequest& request) const {
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(v1::Bot bot, Answer(*reader, request));
  if (caller.role != Role::kHost) bot.clear_folder();
  return bot;
}

absl::StatusOr<v1::Bot> Desk::BotOf(const Principal& caller, const std::string& name) const {
  v1::GetBotRequest request;
  request.set_name(name);
  return Do(caller, request);
}

absl::StatusOr<v1::Bot> Desk::Change(const Principal& caller, absl::string_view method, const std::string& name,
                                     const std::function<absl::StatusOr<Bot>(const std::string& entry)>& change) {
  std::string entry;
  {
    MutexLock lock(database_.access());
    FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(database_, name));
    FLAGFALL_RETURN_IF_ERROR(Permit(caller, method, bot.owner));
    entry = bot.name();
    FLAGFALL_RETURN_IF_ERROR(change(entry).status());
  }
  FLAGFALL_RETURN_IF_ERROR(UpdateAdmissions());
  return BotOf(caller, entry);
}

absl::StatusOr<v1::Bot> Desk::Do(const Principal& caller, const v1::SuspendBotRequest& request) {
  return Change(caller, "SuspendBot", request.name(), [&](const std::string& entry) {
    return Suspend(database_, entry, ReasonOf(caller, request.reason()), Of(caller));
  });
}

absl::StatusOr<v1::Bot> Desk::Do(const Principal& caller, const v1::ResumeBotRequest& request) {
  return Change(caller, "ResumeBot", request.name(),
                [&](const std::string& entry) { return Resume(database_, entry, Of(caller)); });
}

absl::StatusOr<v1::Bot> Desk::Do(const Principal& caller, const v1::RetireBotRequest& request) {
  return Change(caller, "RetireBot", request.name(), [&](const std::string& entry) {
    return Retire(database_, entry, ReasonOf(caller, request.reason()), Of(caller));
  });
}

absl::StatusOr<v1::GetBotLogResponse> Desk::Do(const Principal& caller, const v1::GetBotLogRequest& request) const {
  FLAGFALL_ASSIGN_OR_RETURN(const Readers::Reader reader, readers_.Take());
  FLAGFALL_ASSIGN_OR_RETURN(const std::string owner, OwnerOfName(*reader, request.name()));
  FLAGFALL_RETURN_IF_ERROR(Permit(caller, "GetBotLog", owner));
  const SubmissionFolders& folders = submissions_.options().folders;
  FLAGFALL_ASSIGN_OR_RETURN(const std::string log,
                            request.tournament_id() == 0
                                ? BotLog(*reader, folders, request.name())
                                : TournamentLog(*reader, folders, request.name(), request.tournament_id()));
  v1::GetBotLogResponse response;
  response.set_text(TailOf(log));
  return response;
}

absl::StatusOr<v1::CreateRemoteBotResponse> Desk::Do(const Principal& caller,
                                                     const v1::CreateRemoteBotRequest& request) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string owner, OwnerOf(caller, "CreateRemoteBot", request.owner()));
  FLAGFALL_RETURN_IF_ERROR(CheckRemoteManifest(request.manifest(), submissions_.options().rulesets_known));
  v1::CreateRemoteBotResponse response;
  {
    MutexLock lock(database_.access());
    FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database_));
    FLAGFALL_RETURN_IF_ERROR(
        AddBot(database_, {.manifest = request.manifest(), .added_time = WallNow(), .owner = owner}));
    FLAGFALL_ASSIGN_OR_RETURN(*response.mutable_token(),
                              CreateBotToken(database_, request.manifest().name(), /*label=*/"", WallNow()));
    FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  }
  FLAGFALL_RETURN_IF_ERROR(UpdateAdmissions());
  FLAGFALL_ASSIGN_OR_RETURN(*response.mutable_bot(), BotOf(caller, request.manifest().name()));
  return response;
}

absl::StatusOr<v1::NewToken> Desk::Do(const Principal& caller, const v1::CreateBotTokenRequest& request) {
  v1::NewToken token;
  {
    MutexLock lock(database_.access());
    FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindBot(database_, request.bot()));
    FLAGFALL_RETURN_IF_ERROR(Permit(caller, "CreateBotToken", bot.owner));
    FLAGFALL_ASSIGN_OR_RETURN(token, CreateBotToken(database_, bot.name(), request.label(), WallNow()));
  }
  FLAGFALL_RETURN_IF_ERROR(UpdateAdmissions());
  return token;
}

}  // namespace flagfall::arena
