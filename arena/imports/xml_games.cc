// A document of the Gravon archive, by expat, which hands it over piece by piece and keeps none of it.
#include <expat.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/base/utf8.h"
#include "arena/imports/game_file.h"
#include "referee/base/status_macros.h"
#include "referee/rules/archive_xml.h"
#include "referee/rules/imported_record.h"

namespace flagfall::arena::imports {
namespace {

constexpr std::size_t kReadBytes = std::size_t{16} << 10;
// Games are on the second level, and their parts on the third.
constexpr int kDepthMax = 64;
// Longer values are cut: none that is right is as long, and what is wrong is quoted in errors.
constexpr std::size_t kValueBytesMax = 128;
constexpr std::size_t kNameBytesMax = 200;

std::string ValueOf(const XML_Char** attributes, absl::string_view name) {
  for (; attributes[0] != nullptr; attributes += 2) {
    if (name == attributes[0]) return CleanUtf8(attributes[1], kValueBytesMax);
  }
  return "";
}

// A player's name on one line.
std::string NameIn(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char letter) { return letter < ' ' || letter == 0x7F; }, ' ');
  // The cut may leave blanks at the end.
  return std::string(absl::StripAsciiWhitespace(CleanUtf8(absl::StripAsciiWhitespace(text), kNameBytesMax)));
}

// Follows the parser through a document, and hands each game over at its end.
class ArchiveReader {
 public:
  explicit ArchiveReader(const OnGame& on_game)
      : on_game_(on_game), parser_(XML_ParserCreate(nullptr), &XML_ParserFree) {
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), &OnBegin, &OnEnd);
    XML_SetCharacterDataHandler(parser_.get(), &OnText);
    XML_SetStartDoctypeDeclHandler(parser_.get(), &OnDocumentType);
    // Of everything else. With such a handler, expat expands no entities of a document's own.
    XML_SetDefaultHandler(parser_.get(), &OnOther);
  }

  absl::Status Read(std::istream& in) {
    std::array<char, kReadBytes> bytes;
    while (true) {
      in.read(bytes.data(), bytes.size());
      const int got = static_cast<int>(in.gcount());
      const bool is_last = !in;
      read_ += static_cast<std::size_t>(got);
      if (XML_Parse(parser_.get(), bytes.data(), got, is_last ? 1 : 0) != XML_STATUS_OK) return Error();
      if (!error_.ok()) return error_;
      if (is_last) return absl::OkStatus();
      if (read_ - told_ > kXmlTokenBytesMax) {
        return Wrong(absl::StrCat("a tag or comment of more than ", kXmlTokenBytesMax, " bytes"));
      }
    }
  }

 private:
  static ArchiveReader& Of(void* reader) { return *static_cast<ArchiveReader*>(reader); }
  static void OnBegin(void* reader, const XML_Char* name, const XML_Char** attributes) {
    Of(reader).Begin(name, attributes);
  }
  static void OnEnd(void* reader, const XML_Char* name) { Of(reader).End(name); }
  static void OnText(void* reader, const XML_Char* text, int size) {
    Of(reader).Text(absl::string_view(text, static_cast<std::size_t>(size)));
  }
  static void OnOther(void* reader, const XML_Char*, int) { Of(reader).Told(); }
  static void OnDocumentType(void* reader, const XML_Char*, const XML_Char*, const XML_Char*, int) {
    ArchiveReader& self = Of(reader);
    self.Stop(self.Wrong("a document type (`<!DOCTYPE`), which is not read; expected <stratego> and games"));
  }

  // The parser has come as far as what it was given last.
  void Told() { told_ = read_; }
  int Line() const { return static_cast<int>(XML_GetCurrentLineNumber(parser_.get())); }
  absl::Status Wrong(absl::string_view what) const {
    return absl::InvalidArgumentError(absl::StrCat("line ", Line(), ": ", what, "; nothing behind it can be read"));
  }
  absl::Status Error() const {
    if (!error_.ok()) return error_;
    return Wrong(XML_ErrorString(XML_GetErrorCode(parser_.get())));
  }
  void Stop(absl::Status status) {
    if (!error_.ok()) return;
    error_ = std::move(status);
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  void Begin(absl::string_view name, const XML_Char** attributes) {
    Told();
    ++depth_;
    if (depth_ == 1 && name != "stratego" && name != "game") {
      return Stop(Wrong(absl::StrCat("the document is <", name.substr(0, kValueBytesMax), ">; expected <stratego>")));
    }
    if (depth_ > kDepthMax) return Stop(Wrong(absl::StrCat("tags in more than ", kDepthMax, " others")));
    if (!game_.has_value()) {
      if (name != "game") return;
      game_.emplace();
      game_depth_ = depth_;
      game_->type = ValueOf(attributes, "type");
      game_->line = Line();
      has_too_many_moves_ = false;
      return;
    }
    if (depth_ == game_depth_ + 1) BeginPart(name, attributes);
  }

  void BeginPart(absl::string_view name, const XML_Char** attributes) {
    if (name == "move") {
      has_too_many_moves_ = game_->moves.size() == kArchiveMovesMax;
      if (has_too_many_moves_) return;
      game_->moves.push_back(
          {.source = ValueOf(attributes, "source"), .target = ValueOf(attributes, "target"), .line = Line()});
    } else if (name == "field") {
      game_->field = ValueOf(attributes, "content");
      game_->field_line = Line();
    } else if (name == "player") {
      const std::string id = ValueOf(attributes, "id");
      player_ = id == "1" ? &game_->players[0] : id == "2" ? &game_->players[1] : nullptr;
      if (player_ != nullptr) player_->clear();
    } else if (name == "result") {
      game_->result_type = ValueOf(attributes, "type");
      game_->winner = ValueOf(attributes, "winner");
      game_->result_line = Line();
    }
  }

  void Text(absl::string_view text) {
    Told();
    if (player_ == nullptr) return;
    // A little more than is kept, so that a character that is cut is cut by NameIn.
    const std::size_t room = 2 * kNameBytesMax - std::min(player_->size(), 2 * kNameBytesMax);
    absl::StrAppend(player_, text.substr(0, room));
  }

  void End(absl::string_view name) {
    Told();
    --depth_;
    if (!game_.has_value()) return;
    if (depth_ == game_depth_ && name == "player") player_ = nullptr;
    if (depth_ != game_depth_ - 1) return;
    if (const absl::Status status = on_game_(++games_, TakeRecord()); !status.ok()) Stop(status);
  }

  absl::StatusOr<v1::GameRecord> TakeRecord() {
    ArchiveGame game = *std::exchange(game_, std::nullopt);
    player_ = nullptr;
    if (has_too_many_moves_) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", game.line, ": the game has more than ", kArchiveMovesMax, " moves"));
    }
    for (std::string& player : game.players) player = NameIn(std::move(player));
    FLAGFALL_ASSIGN_OR_RETURN(const ToldGame told, ToldByArchive(game));
    return ImportedRecordOf(told);
  }

  const OnGame& on_game_;
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  absl::Status error_;
  // The bytes that the parser was given, and how many of them it had been given when it told of something last.
  std::size_t read_ = 0;
  std::size_t told_ = 0;
  int depth_ = 0;
  std::uint32_t games_ = 0;
  // The game that is being read, and its depth.
  std::optional<ArchiveGame> game_;
  int game_depth_ = 0;
  bool has_too_many_moves_ = false;
  // Where the text goes that comes next; null when it is no player's name.
  std::string* player_ = nullptr;
};

}  // namespace

absl::Status ReadXmlGames(std::istream& in, const OnGame& on_game) { return ArchiveReader(on_game).Read(in); }

FileFormat FormatOfFile(std::istream& in) {
  // A mark of the byte order, and blanks, may stand before it.
  while (true) {
    const int letter = in.peek();
    const bool is_before =
        letter == 0xEF || letter == 0xBB || letter == 0xBF ||
        (letter != std::istream::traits_type::eof() && absl::ascii_isspace(static_cast<unsigned char>(letter)));
    if (!is_before) break;
    in.get();
  }
  const FileFormat format = in.peek() == '<' ? FileFormat::kXml : FileFormat::kText;
  in.clear();
  in.seekg(0);
  return format;
}

absl::Status ReadGames(FileFormat format, std::istream& in, const OnGame& on_game) {
  return format == FileFormat::kXml ? ReadXmlGames(in, on_game) : ReadTextGames(in, on_game);
}

}  // namespace flagfall::arena::imports
