#include "arena/web_pages/game_writer.h"

#include <google/protobuf/util/delimited_message_util.h>
#include <google/protobuf/util/time_util.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "arena/base/json.h"
#include "arena/base/json_writer.h"
#include "arena/base/names.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/archive_xml.h"
#include "referee/rules/record_text.h"

namespace flagfall::arena::web_pages {
namespace {

constexpr double kMicrosPerSecond = 1e6;

// One record alone, laid out for people.
class IndentedJsonWriter final : public GameWriter {
 public:
  explicit IndentedJsonWriter(std::ostream& out) : out_(out) {}

  absl::Status Write(const v1::ExportGamesResponse& game) override {
    out_ << ToJson(game.record(), JsonLayout::kIndented);
    return absl::OkStatus();
  }

 private:
  std::ostream& out_;
};

// A record a line.
class JsonLinesWriter final : public GameWriter {
 public:
  explicit JsonLinesWriter(std::ostream& out) : out_(out) {}

  absl::Status Write(const v1::ExportGamesResponse& game) override {
    line_.clear();
    json_.Append(game.record(), line_);
    line_ += '\n';
    out_ << line_;
    return absl::OkStatus();
  }

 private:
  std::ostream& out_;
  arena::JsonWriter json_;
  // Kept from game to game, because it is large.
  std::string line_;
};

// Records in protobuf's binary form, each after its length as a varint, as protobuf's libraries read them.
class ProtobufWriter final : public GameWriter {
 public:
  explicit ProtobufWriter(std::ostream& out) : out_(out) {}

  absl::Status Write(const v1::ExportGamesResponse& game) override {
    google::protobuf::util::SerializeDelimitedToOstream(game.record(), &out_);
    return absl::OkStatus();
  }

 private:
  std::ostream& out_;
};

// Set-ups and plies, with an empty line between two games.
class TextWriter final : public GameWriter {
 public:
  explicit TextWriter(std::ostream& out) : out_(out) {}

  absl::Status Write(const v1::ExportGamesResponse& game) override {
    FLAGFALL_ASSIGN_OR_RETURN(const std::string text, TextOf(game.record()));
    out_ << std::exchange(separator_, "\n") << text;
    return absl::OkStatus();
  }

 private:
  std::ostream& out_;
  const char* separator_ = "";
};

// The games of the Gravon archive, all in one document.
class XmlWriter final : public GameWriter {
 public:
  explicit XmlWriter(std::ostream& out) : out_(out) {}

  void Begin() override { out_ << kHead; }

  absl::Status Write(const v1::ExportGamesResponse& game) override {
    FLAGFALL_ASSIGN_OR_RETURN(const std::string document, ArchiveXmlOf(game.record()));
    absl::string_view own = document;
    FLAGFALL_CHECK(absl::ConsumePrefix(&own, kHead) && absl::ConsumeSuffix(&own, kEnd));
    out_ << own;
    return absl::OkStatus();
  }

  void End() override { out_ << kEnd; }

 private:
  static constexpr absl::string_view kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n";
  static constexpr absl::string_view kEnd = "</stratego>\n";

  std::ostream& out_;
};

// A field of a CSV file (RFC 4180).
std::string CsvField(absl::string_view text) {
  if (text.find_first_of(",\"\r\n") == absl::string_view::npos) return std::string(text);
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

// A row for each game, after one with the columns' names. Fields are empty where there is nothing to say.
class CsvWriter final : public GameWriter {
 public:
  explicit CsvWriter(std::ostream& out) : out_(out) {}

  bool NeedsRecords() const override { return false; }

  void Begin() override {
    out_ << "game_id,tournament_id,round,ruleset_id,red,blue,result,reason,red_score,plies,attempt,start_time,"
            "duration_seconds,pool,red_elo_before,blue_elo_before,red_elo_change,rating_step\r\n";
  }

  absl::Status Write(const v1::ExportGamesResponse& exported) override {
    const v1::GameSummary& game = exported.game();
    std::vector<std::string> row = {
        game.game_id(),
        absl::StrCat(game.tournament_id()),
        absl::StrCat(game.round()),
        game.ruleset_id(),
        game.red(),
        game.blue(),
        EnumWord(game.outcome().result()),
        EnumWord(game.outcome().reason()),
        ScoreOfRed(game.outcome().result()),
        absl::StrCat(game.plies()),
        absl::StrCat(game.attempt()),
        game.has_start_time() ? google::protobuf::util::TimeUtil::ToString(game.start_time()) : "",
        absl::StrFormat("%.6f", game.duration_micros() / kMicrosPerSecond)};
    if (game.has_rating()) {
      // Ratings are whole millionths of a point.
      row.push_back(game.rating().pool());
      row.push_back(absl::StrFormat("%.6f", game.rating().red_elo_before()));
      row.push_back(absl::StrFormat("%.6f", game.rating().blue_elo_before()));
      row.push_back(absl::StrFormat("%.6f", game.rating().red_elo_change()));
      row.push_back(absl::StrCat(game.rating().step()));
    } else {
      row.resize(row.size() + 5);
    }
    for (std::string& field : row) field = CsvField(field);
    out_ << absl::StrJoin(row, ",") << "\r\n";
    return absl::OkStatus();
  }

 private:
  static std::string ScoreOfRed(v1::Result result) {
    if (result == v1::RESULT_DRAW) return "0.5";
    return result == v1::RESULT_RED_WINS ? "1" : "0";
  }

  std::ostream& out_;
};

}  // namespace

const std::vector<std::string>& GameWriter::Formats() {
  static const auto* const formats = new std::vector<std::string>{"text", "json", "jsonl", "pb", "xml", "csv"};
  return *formats;
}

std::unique_ptr<GameWriter> GameWriter::Make(absl::string_view format, std::ostream& out) {
  if (format == "json") return std::make_unique<IndentedJsonWriter>(out);
  if (format == "jsonl") return std::make_unique<JsonLinesWriter>(out);
  if (format == "pb") return std::make_unique<ProtobufWriter>(out);
  if (format == "xml") return std::make_unique<XmlWriter>(out);
  if (format == "csv") return std::make_unique<CsvWriter>(out);
  return std::make_unique<TextWriter>(out);
}

}  // namespace flagfall::arena::web_pages
