#include <memory>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/base/json.h"
#include "arena/base/names.h"
#include "arena/cli/commands.h"
#include "arena/cli/read_file.h"
#include "arena/cli/verify_chain.h"
#include "arena/queries/check_ledger.h"
#include "arena/store/games.h"
#include "flagfall/v1/verification.pb.h"
#include "referee/base/counted.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"
#include "referee/match/referee_again.h"
#include "referee/rules/imported_record.h"
#include "referee/rules/outcome_words.h"

namespace flagfall::arena::cli {
namespace {

// A record has 64 MiB at most, and is longer in JSON.
constexpr std::size_t kJsonBytesMax = 256 << 20;

struct VerifyFlags {
  std::vector<std::string> ids;
  bool all = false;
  std::string file;
  ChainFlags chain;
};

// How many games were refereed again, and in how many of them the outcome was another one. Games from elsewhere can
// only be played again by the rules.
struct Verified {
  std::int64_t games = 0;
  std::int64_t different = 0;
  std::int64_t imported = 0;
};

// Tells what came out for a game, as JSON or where it is an error; returns whether a line for people is left to be
// told.
bool Tell(const std::string& id, const absl::Status& status, const std::string& not_checked, const Console& console) {
  if (console.json) {
    v1::Verification message;
    message.set_game_id(id);
    message.set_equal(status.ok());
    message.set_error(Printable(status.message()));
    message.set_not_checked(not_checked);
    PrintJson(message, console.out);
    return false;
  }
  if (!status.ok()) console.err << Printable(id) << ": " << Printable(status.message()) << "\n";
  return status.ok();
}

// Notes what came out for a game that was played elsewhere.
void NoteImported(const std::string& id, const v1::GameRecord& record, const VerifyFlags& flags, const Console& console,
                  Verified& verified) {
  const absl::Status status = CheckImportedRecord(record);
  ++verified.imported;
  if (!status.ok()) ++verified.different;
  if (Tell(id, status, UncheckedOf(record), console) && !flags.all) {
    console.out << Printable(id) << ": played elsewhere. All " << Counted(record.plies(), "ply", "plies")
                << " are legal by " << Printable(RulesetText(record.ruleset())) << ", and the end ("
                << OutcomeWords(record.outcome())
                << ") does not contradict them. What cannot be checked: " << UncheckedOf(record) << ".\n";
  }
}

// Notes what came out for a game that was refereed here. `seed`: of the game, where its record could be read.
void Note(const std::string& id, const absl::Status& status, absl::string_view seed, const VerifyFlags& flags,
          const Console& console, Verified& verified) {
  ++verified.games;
  if (!status.ok()) ++verified.different;
  if (Tell(id, status, "", console) && !flags.all) {
    // R10.5: players were told it before the game began.
    console.out << Printable(id) << ": equal, and all chance follows from the seed; its SHA-256 is "
                << absl::BytesToHexString(Sha256Of(seed)) << "\n";
  }
}

void VerifyRecord(const std::string& id, const v1::GameRecord& record, const VerifyFlags& flags, const Console& console,
                  Verified& verified) {
  if (!record.imported_format().empty()) return NoteImported(id, record, flags, console, verified);
  Note(id, RefereeAgain(record), record.seed(), flags, console, verified);
}

void VerifyStored(store::Database& database, const std::string& id, const VerifyFlags& flags, const Console& console,
                  Verified& verified) {
  const absl::StatusOr<v1::GameRecord> record = store::FindRecord(database, id);
  if (record.ok()) return VerifyRecord(id, *record, flags, console, verified);
  Note(id, record.status(), "", flags, console, verified);
}

// All parts, also after one has found something. The error has a line for each that did.
absl::Status CheckLedger(store::Database& database) {
  std::vector<std::string> findings;
  for (const queries::LedgerCheck& part : queries::LedgerChecks()) {
    if (const absl::Status status = part.check(database); !status.ok()) findings.emplace_back(status.message());
  }
  return findings.empty() ? absl::OkStatus() : absl::DataLossError(absl::StrJoin(findings, "\n"));
}

absl::Status VerifyAll(store::Database& database, const VerifyFlags& flags, const Console& console,
                       Verified& verified) {
  for (const bool is_imported : {false, true}) {
    std::optional<std::int64_t> before;
    do {
      FLAGFALL_ASSIGN_OR_RETURN(const store::GamePage page,
                                store::ListGames(database, {.is_imported = is_imported}, before, store::kGamePageMax));
      for (const store::GameSummary& game : page.games) VerifyStored(database, game.game_id, flags, console, verified);
      before = page.next;
    } while (before.has_value());
  }
  return CheckLedger(database);
}

absl::Status VerifyFile(const VerifyFlags& flags, const Console& console, Verified& verified) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string text, ReadFile(flags.file, kJsonBytesMax, "a record in JSON"));
  v1::GameRecord record;
  FLAGFALL_RETURN_IF_ERROR(FromJson(text, flags.file, record));
  // A game that nobody has numbered is called by its file.
  VerifyRecord(record.game_id().empty() ? flags.file : record.game_id(), record, flags, console, verified);
  return absl::OkStatus();
}

std::string SuccessText(const Verified& verified, bool is_all) {
  std::string text;
  if (verified.games > 0 || verified.imported == 0) {
    absl::StrAppend(
        &text, Counted(verified.games, "game"), " refereed again, all equal",
        is_all ? "; all chance follows from their seeds, the ratings from the games, and the ledger is sound" : "",
        ".\n");
  }
  if (verified.imported > 0) {
    absl::StrAppend(&text, Counted(verified.imported, "imported game"),
                    " played again by the rules, all legal; clocks and what players were told cannot be checked.\n");
  }
  return text;
}

absl::Status Verify(const Invocation& invocation, const VerifyFlags& flags) {
  const bool has_games = !flags.ids.empty() || flags.all || !flags.file.empty();
  FLAGFALL_RETURN_IF_ERROR(CheckFlags(flags.chain));
  if (!has_games && !flags.chain.is_asked_for && flags.chain.receipt.empty()) {
    return absl::InvalidArgumentError(
        "name games to verify, or give --all, --file, --chain or --receipt; `flagfall game list` shows games");
  }
  const Console& console = invocation.console;
  Verified verified;
  if (!flags.file.empty()) FLAGFALL_RETURN_IF_ERROR(VerifyFile(flags, console, verified));
  if (flags.all || !flags.ids.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
    if (flags.all) {
      FLAGFALL_RETURN_IF_ERROR(VerifyAll(*database, flags, console, verified));
    } else {
      for (const std::string& id : flags.ids) VerifyStored(*database, id, flags, console, verified);
    }
  }
  FLAGFALL_RETURN_IF_ERROR(VerifyChained(invocation, flags.chain));
  if (verified.different > 0) {
    return absl::DataLossError(absl::StrCat(verified.different, " of ",
                                            Counted(verified.games + verified.imported, "game"),
                                            " refereed again went another way than recorded"));
  }
  if (has_games && !console.json) console.out << SuccessText(verified, flags.all);
  return absl::OkStatus();
}

}  // namespace

void AddVerifyCommand(Command app, Invocation& invocation) {
  const auto flags = std::make_shared<VerifyFlags>();
  Command verify =
      AddCommand(app, invocation, "verify", "Referees recorded games again and compares all that they led to",
                 "flagfall verify --all", [&invocation, flags]() -> absl::Status {
                   FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "verify"));
                   return Verify(invocation, *flags);
                 });
  verify.AddOption("ID", flags->ids, "Games, as `game list` prints them");
  verify.AddFlag("--all", flags->all, "All games; also checks the whole ledger, as `db check` does");
  AddChainFlags(verify, flags->chain);
  verify.AddOption("--file", flags->file, "A record in JSON, as `game export --format json` writes it");
}

}  // namespace flagfall::arena::cli
