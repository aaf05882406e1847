// `flagfall game import`: games that were played elsewhere, from files.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/cli/commands.h"
#include "arena/imports/game_file.h"
#include "arena/store/imported_games.h"
#include "flagfall/v1/verification.pb.h"
#include "referee/base/counted.h"
#include "referee/base/micros.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

// So many games, or bytes of records, are stored in one transaction.
constexpr std::size_t kGamesAtOnce = 256;
constexpr std::size_t kBytesAtOnce = std::size_t{8} << 20;
// JSON names so many of the games that were left out; the text names all.
constexpr int kBrokenNamedMax = 1000;

struct ImportFlags {
  std::vector<std::string> files;
  std::string format;
};

// Stores the games of some files as one import, group by group.
class Importer {
 public:
  Importer(store::Database& database, const Console& console) : database_(database), console_(console) {}

  // What cannot be read of the file is noted. Errors are the ledger's.
  absl::Status Read(const std::string& path, const std::string& format) {
    file_ = std::filesystem::path(path).filename();
    std::error_code error;
    std::ifstream in(path, std::ios::binary);
    if (!std::filesystem::is_regular_file(path, error) || !in) {
      Leave(0, absl::NotFoundError("there is no such file that can be read"));
      return absl::OkStatus();
    }
    const imports::FileFormat chosen = format == "xml"    ? imports::FileFormat::kXml
                                       : format == "text" ? imports::FileFormat::kText
                                                          : imports::FormatOfFile(in);
    const std::uint32_t before = games_;
    absl::Status stored;
    const absl::Status read = imports::ReadGames(chosen, in, [&](std::uint32_t number, auto record) {
      games_ = before + number;
      stored = Take(number, std::move(record));
      return stored;
    });
    FLAGFALL_RETURN_IF_ERROR(stored);
    if (!read.ok()) {
      Leave(0, read);
    } else if (games_ == before) {
      Leave(0,
            absl::InvalidArgumentError(
                "it holds no game; expected texts as `flagfall game export --format text` writes them, or XML of the "
                "Gravon archive"));
    }
    return absl::OkStatus();
  }

  // Stores what is left, and tells what was done.
  absl::StatusOr<v1::ImportReport> Finish() {
    FLAGFALL_RETURN_IF_ERROR(Store());
    report_.set_import_id(static_cast<std::uint32_t>(import_id_));
    return report_;
  }

 private:
  absl::Status Take(std::uint32_t number, absl::StatusOr<v1::GameRecord> record) {
    if (games_ > store::kImportedGamesMax) {
      return absl::ResourceExhaustedError(absl::StrCat("an import has at most ", store::kImportedGamesMax, " games"));
    }
    if (!record.ok()) {
      Leave(number, record.status());
      return absl::OkStatus();
    }
    bytes_ += record->ByteSizeLong();
    waiting_.push_back({.number = games_, .file = file_, .record = *std::move(record)});
    return waiting_.size() < kGamesAtOnce && bytes_ < kBytesAtOnce ? absl::OkStatus() : Store();
  }

  absl::Status Store() {
    FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t stored,
                              store::StoreImported(database_, waiting_, WallNow(), import_id_));
    report_.set_stored(report_.stored() + stored);
    report_.set_already_there(report_.already_there() + static_cast<std::uint32_t>(waiting_.size()) - stored);
    waiting_.clear();
    bytes_ = 0;
    return absl::OkStatus();
  }

  void Leave(std::uint32_t number, const absl::Status& why) {
    report_.set_broken_total(report_.broken_total() + 1);
    if (!console_.json) {
      console_.err << Printable(file_) << (number > 0 ? absl::StrCat(", game ", number) : "") << ": "
                   << Printable(why.message()) << "\n";
    } else if (report_.broken_size() < kBrokenNamedMax) {
      v1::BrokenGame& broken = *report_.add_broken();
      broken.set_file(Printable(file_));
      broken.set_number(number);
      broken.set_error(Printable(why.message()));
    }
  }

  store::Database& database_;
  const Console& console_;
  v1::ImportReport report_;
  std::string file_;
  // In all files, those that were left out included.
  std::uint32_t games_ = 0;
  std::int64_t import_id_ = 0;
  std::vector<store::NewImportedGame> waiting_;
  std::size_t bytes_ = 0;
};

std::string ReportText(const v1::ImportReport& report) {
  std::string text = absl::StrCat(Counted(report.stored(), "game"), " imported");
  if (report.stored() > 0) {
    absl::StrAppend(&text, "; `flagfall game list --imported` shows them as import-", report.import_id(), "-…");
  }
  if (report.already_there() > 0) {
    absl::StrAppend(&text, "; ", Counted(report.already_there(), "game was", "games were"), " there already");
  }
  return text + ".\n";
}

absl::Status Import(const Invocation& invocation, const ImportFlags& flags) {
  FLAGFALL_RETURN_IF_ERROR(CheckIsLocal(invocation, "game import"));
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().Create());
  Importer importer(*database, invocation.console);
  for (const std::string& file : flags.files) FLAGFALL_RETURN_IF_ERROR(importer.Read(file, flags.format));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::ImportReport report, importer.Finish());
  Print(invocation.console, report, ReportText(report));
  if (report.broken_total() == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      Counted(report.broken_total(), "game or file was", "games or files were"), " left out; all others are imported"));
}

}  // namespace

void AddImportCommand(Command game, Invocation& invocation) {
  const auto flags = std::make_shared<ImportFlags>();
  Command imported =
      AddCommand(game, invocation, "import",
                 "Reads games that were played elsewhere, to be looked at: they are in no rating, standing or pool",
                 "flagfall game import games.txt && flagfall game list --imported",
                 [&invocation, flags] { return Import(invocation, *flags); });
  imported
      .AddOption("FILE", flags->files,
                 "Documents of the Gravon archive, or games as `game export --format text` writes them. A game that is "
                 "there already is not stored again; a broken one is named and left out")
      .Required();
  imported.AddOption("--format", flags->format, "xml or text; as the file begins when not given")
      .OneOf({"xml", "text"});
}

}  // namespace flagfall::arena::cli
