#include "arena/bots/reader/entry_stream.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::bots {
namespace {

using std::chrono::steady_clock;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kBroken[] = "cannot be read: the program that reads archives broke";

// Keeps what it gets as lines.
class Lines : public EntrySink {
 public:
  absl::Status AddFolder(absl::string_view name) override {
    lines.push_back(absl::StrCat("folder ", name));
    return absl::OkStatus();
  }
  absl::Status AddFile(absl::string_view name, bool is_executable, const Source& next) override {
    std::string content;
    while (true) {
      const absl::StatusOr<absl::string_view> bytes = next();
      if (!bytes.ok()) return bytes.status();
      if (bytes->empty()) break;
      absl::StrAppend(&content, *bytes);
    }
    lines.push_back(absl::StrCat(is_executable ? "program " : "file ", name, " of ", content.size(), " bytes"));
    return absl::OkStatus();
  }

  std::vector<std::string> lines;
};

class EntryStreamTest : public testing::Test {
 protected:
  EntryStreamTest() { EXPECT_EQ(::pipe2(pipe_, O_CLOEXEC), 0); }
  ~EntryStreamTest() override {
    ::close(pipe_[0]);
    Close();
  }

  void Close() {
    if (pipe_[1] >= 0) ::close(pipe_[1]);
    pipe_[1] = -1;
  }

  void OpenAnew() {
    ::close(pipe_[0]);
    Close();
    EXPECT_EQ(::pipe2(pipe_, O_CLOEXEC), 0);
  }

  static std::string Frame(char kind, absl::string_view bytes) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    return absl::StrCat(std::string(1, kind), std::string(reinterpret_cast<const char*>(&size), sizeof size), bytes);
  }

  // What comes of these bytes when the pipe ends after them.
  absl::Status Read(const std::string& bytes) {
    EXPECT_EQ(::write(pipe_[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    Close();
    return ReadEntryStream(pipe_[0], steady_clock::now() + std::chrono::minutes(1), sink_);
  }

  int pipe_[2] = {-1, -1};
  Lines sink_;
};

TEST_F(EntryStreamTest, WhatIsWrittenIsRead) {
  EntryStreamWriter writer(pipe_[1]);
  int pieces = 0;
  EXPECT_THAT(writer.AddFolder("a"), IsOk());
  EXPECT_THAT(writer.AddFile("a/b", true, [&] { return absl::string_view(pieces++ < 2 ? "four" : ""); }), IsOk());
  EXPECT_THAT(writer.AddFile("empty", false, [] { return absl::string_view(); }), IsOk());
  EXPECT_THAT(writer.Finish(absl::OkStatus()), IsOk());
  EXPECT_THAT(Read(""), IsOk());
  EXPECT_THAT(sink_.lines, ElementsAre("folder a", "program a/b of 8 bytes", "file empty of 0 bytes"));
}

TEST_F(EntryStreamTest, AnErrorComesAsItWas) {
  EntryStreamWriter writer(pipe_[1]);
  EXPECT_THAT(writer.Finish(absl::ResourceExhaustedError("has more than 3 bytes")), IsOk());
  EXPECT_THAT(Read(""), IsError(absl::StatusCode::kResourceExhausted, "has more than 3 bytes"));
}

TEST_F(EntryStreamTest, APieceIsCutIntoFrames) {
  // As much as a pipe takes.
  ASSERT_GT(::fcntl(pipe_[1], F_SETPIPE_SZ, 1 << 19), 0);
  EntryStreamWriter writer(pipe_[1]);
  const std::string piece(3 * kFrameBytesMax + 1, 'x');
  absl::string_view left = piece;
  EXPECT_THAT(writer.AddFile("large", false, [&] { return std::exchange(left, ""); }), IsOk());
  EXPECT_THAT(writer.Finish(absl::OkStatus()), IsOk());
  EXPECT_THAT(Read(""), IsOk());
  EXPECT_THAT(sink_.lines, ElementsAre(absl::StrCat("file large of ", 3 * kFrameBytesMax + 1, " bytes")));
}

TEST_F(EntryStreamTest, ANameThatNoFrameTakesIsRefused) {
  EntryStreamWriter writer(pipe_[1]);
  EXPECT_THAT(writer.AddFolder(std::string(kFrameBytesMax + 1, 'n')),
              IsError(absl::StatusCode::kInvalidArgument, "has a name of 65537 bytes"));
}

TEST_F(EntryStreamTest, NothingThatAnArchiveMakesOfTheProgramIsBelieved) {
  const std::vector<std::string> streams = {
      absl::StrCat(Frame('f', "name"), Frame('d', "folder"), Frame('e', "")),
      absl::StrCat(Frame('f', "name"), Frame('e', "")),
      absl::StrCat(Frame('p', "bytes"), Frame('e', "")),
      Frame('?', ""),
      std::string("d\xff\xff\xff\xff", 5),
      absl::StrCat("d", std::string("\x01\x00\x01\x00", 4), std::string(kFrameBytesMax / 2, 'n')),
      Frame('!', ""),
      Frame('!', "\x03"),
      Frame('!', "\x7fis of a code that there is not"),
      Frame('!', absl::string_view("\0is an error that says it is none", 32)),
      Frame('!', "\x03has\nlines"),
      Frame('!', "\x03has \xff"),
  };
  for (const std::string& stream : streams) {
    OpenAnew();
    EXPECT_THAT(Read(stream), IsError(absl::StatusCode::kInvalidArgument, kBroken)) << testing::PrintToString(stream);
  }
  EXPECT_THAT(sink_.lines, IsEmpty());
}

TEST_F(EntryStreamTest, AStreamThatEndsEarlyIsOneOfItsOwn) {
  for (const std::string& stream :
       {std::string(), std::string("f"), Frame('f', "name"), absl::StrCat(Frame('f', "name"), Frame('p', "bytes"))}) {
    OpenAnew();
    EXPECT_THAT(Read(stream), IsError(absl::StatusCode::kDataLoss, kBroken)) << testing::PrintToString(stream);
  }
  EXPECT_THAT(sink_.lines, IsEmpty());
}

TEST_F(EntryStreamTest, ItIsNotWaitedForForEver) {
  EXPECT_THAT(ReadEntryStream(pipe_[0], steady_clock::now(), sink_),
              IsError(absl::StatusCode::kDeadlineExceeded, "takes too long to read"));
}

}  // namespace
}  // namespace flagfall::arena::bots
