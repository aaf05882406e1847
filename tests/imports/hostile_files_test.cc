// Files that are meant to do harm: nothing of them is expanded, opened or kept, and whatever is read of a file can be
// written and read again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>

#include <random>
#include <streambuf>

#include "absl/strings/str_cat.h"
#include "referee/rules/archive_xml.h"
#include "referee/rules/imported_record.h"
#include "referee/rules/record_text.h"
#include "tests/imports/read_games.h"
#include "tests/rules/sampled_record.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::imports {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(HostileXml, NoEntityOfADocumentsOwnIsEverExpanded) {
  std::string bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE stratego [<!ENTITY a0 \"ha\">";
  for (int i = 1; i < 30; ++i) absl::StrAppend(&bomb, "<!ENTITY a", i, " \"&a", i - 1, ";&a", i - 1, ";\">");
  absl::StrAppend(&bomb, "]>\n<stratego><game><player id=\"1\">&a29;</player></game></stratego>");
  const ReadFile file = Read(FileFormat::kXml, bomb);
  EXPECT_THAT(file.broken, IsEmpty());
  EXPECT_THAT(file.status, IsError(absl::StatusCode::kInvalidArgument, "line 2: a document type"));
  for (const char* type : {"<!DOCTYPE stratego SYSTEM \"file:///etc/passwd\">",
                           "<!DOCTYPE stratego [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>",
                           "<!DOCTYPE stratego [<!ENTITY % p SYSTEM \"http://127.0.0.1:9/x\"> %p;]>"}) {
    EXPECT_THAT(
        Read(FileFormat::kXml, absl::StrCat(type, "<stratego><game><player id='1'>&e;</player></game></stratego>"))
            .status,
        IsError(absl::StatusCode::kInvalidArgument, "a document type"));
  }
  EXPECT_THAT(Read(FileFormat::kXml, "<stratego>&e;</stratego>").status,
              IsError(absl::StatusCode::kInvalidArgument, "undefined entity"));
}

// A stream of `head`, then `part` again and again, without an end but for its size.
class EndlessFile : public std::streambuf {
 public:
  EndlessFile(std::string head, std::string part, std::size_t bytes)
      : head_(std::move(head)), part_(std::move(part)), left_(bytes) {
    setg(head_.data(), head_.data(), head_.data() + head_.size());
  }

 protected:
  int_type underflow() override {
    if (left_ < part_.size()) return traits_type::eof();
    left_ -= part_.size();
    setg(part_.data(), part_.data(), part_.data() + part_.size());
    return traits_type::to_int_type(part_[0]);
  }

 private:
  std::string head_;
  std::string part_;
  std::size_t left_;
};

std::size_t HeapBytes() { return mallinfo2().uordblks + mallinfo2().hblkhd; }

TEST(HostileFiles, NoFileTakesMuchMemory) {
  constexpr std::size_t kFileBytes = std::size_t{64} << 20;
  constexpr std::size_t kHeapMax = std::size_t{64} << 20;
  struct Row {
    FileFormat format;
    std::string head;
    std::string part;
  };
  const std::string filler(std::size_t{64} << 10, 'x');
  for (const Row& row : std::initializer_list<Row>{
           {FileFormat::kText, "ruleset ", filler},
           {FileFormat::kText, "ruleset duel\n", filler.substr(1) + "\n"},
           {FileFormat::kText, "", "# " + filler + "\n"},
           {FileFormat::kXml, "<stratego><game type=\"", filler},
           {FileFormat::kXml, "<stratego><!-- ", filler},
           {FileFormat::kXml, "<stratego><", filler},
           {FileFormat::kXml, "<stratego><game><player id=\"1\">", filler},
           {FileFormat::kXml, "<stratego><game>", "<move source=\"A1\" target=\"A2\"/>\n"},
           {FileFormat::kXml, "", "<a>"},
           {FileFormat::kXml, "<stratego>", "<a>"},
           {FileFormat::kXml, "<stratego>", "<game/>"},
       }) {
    // Short parts would take long.
    EndlessFile bytes(row.head, row.part, row.part.size() < 1000 ? kFileBytes / 8 : kFileBytes);
    std::istream in(&bytes);
    const std::size_t before = HeapBytes();
    std::size_t most = before;
    const absl::Status status =
        ReadGames(row.format, in, [&](std::uint32_t number, const absl::StatusOr<v1::GameRecord>& record) {
          EXPECT_FALSE(record.ok());
          if (number % 512 == 1) most = std::max(most, HeapBytes());
          return absl::OkStatus();
        });
    EXPECT_LT(most - before, kHeapMax) << row.head;
    EXPECT_LT(HeapBytes(), before + (std::size_t{1} << 20)) << row.head;
    EXPECT_TRUE(row.format == FileFormat::kText ? status.ok() : true) << status;
  }
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 512 << 10) << "KiB, of the whole test";
}

// Whatever comes of a file is a record that holds, and that comes back the same from what is written of it.
void CheckAll(FileFormat format, const std::string& content) {
  const ReadFile file = Read(format, content);
  for (const std::string& broken : file.broken) EXPECT_THAT(broken, HasSubstr(": line "));
  for (const v1::GameRecord& record : file.records) {
    EXPECT_THAT(CheckImportedRecord(record), IsOk());
    const auto written = format == FileFormat::kText ? TextOf(record) : ArchiveXmlOf(record);
    ASSERT_THAT(written, IsOk());
    const ReadFile again = Read(format, *written);
    ASSERT_THAT(again.broken, IsEmpty()) << *written;
    ASSERT_EQ(again.records.size(), 1U);
    const auto rewritten = format == FileFormat::kText ? TextOf(again.records[0]) : ArchiveXmlOf(again.records[0]);
    EXPECT_EQ(*rewritten, *written);
  }
}

TEST(HostileFiles, BytesThatWereChangedAtRandomAreReadOrRefused) {
  std::mt19937_64 random(20261123);
  const auto draw = [&random](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  const std::vector<std::string> pieces = {
      "<",        ">",      "\"",       "&",          "#",     "\n",     "\r",
      "</game>",  "<game>", "A4",       "-",          "a4-a5", "=",      std::string(1, '\0'),
      "\xC3\x28", "&lt;",   "ruleset ", "setup red ", "1 ",    "# Game "};
  for (const char* ruleset : {"duel", "barrage", "cards", "bluffing", "gogo"}) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const v1::GameRecord record = SampledRecord(ruleset, seed, 40);
      for (const FileFormat format : {FileFormat::kText, FileFormat::kXml}) {
        const auto whole = format == FileFormat::kText ? TextOf(record) : ArchiveXmlOf(record);
        if (!whole.ok()) continue;
        for (int trial = 0; trial < 40; ++trial) {
          std::string content = *whole + *whole;
          for (std::size_t changes = 1 + draw(3); changes > 0; --changes) {
            const std::size_t at = draw(content.size());
            const std::string& piece = pieces[draw(pieces.size())];
            switch (draw(4)) {
              case 0:
                content.erase(at, 1 + draw(30));
                break;
              case 1:
                content.insert(at, piece);
                break;
              case 2:
                content.replace(at, 1, piece);
                break;
              default:
                content[at] = static_cast<char>(draw(256));
            }
          }
          CheckAll(format, content);
        }
      }
    }
  }
}

}  // namespace
}  // namespace flagfall::arena::imports
