#include "arena/server/upload.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::server {
namespace {

using absl::StatusCode;

v1::SubmitBotRequest Header(std::uint64_t size) {
  v1::SubmitBotRequest part;
  part.mutable_header()->set_size(size);
  return part;
}

v1::SubmitBotRequest Piece(const std::string& bytes) {
  v1::SubmitBotRequest part;
  part.set_piece(bytes);
  return part;
}

class UploadTest : public testing::Test {
 protected:
  bool HasFile() const { return std::filesystem::exists(dir_.At("uploads/1")); }

  TempDir dir_;
  std::optional<Upload> upload_{std::in_place, dir_.At("uploads/1"), bots::ArchiveLimits{.archive_bytes_max = 4}};
};

TEST_F(UploadTest, IsAFileOfWhoeverTakesIt) {
  ASSERT_THAT(upload_->Add(Header(4)), IsOk());
  for (const char* bytes : {"ab", "cd"}) ASSERT_THAT(upload_->Add(Piece(bytes)), IsOk());
  {
    const auto file = upload_->Finish();
    ASSERT_THAT(file, IsOk());
    upload_.reset();
    EXPECT_EQ(dir_.Read("uploads/1"), "abcd");
  }
  EXPECT_FALSE(HasFile());
}

TEST_F(UploadTest, LeavesNothingWhenItIsNotFinished) {
  ASSERT_THAT(upload_->Add(Header(4)), IsOk());
  ASSERT_THAT(upload_->Add(Piece("ab")), IsOk());
  EXPECT_TRUE(HasFile());
  EXPECT_THAT(upload_->Finish(), IsError(StatusCode::kInvalidArgument, "ended after 2 of 4 bytes"));
  upload_.reset();
  EXPECT_FALSE(HasFile());
}

TEST_F(UploadTest, MoreThanTheLimitIsRefusedByItsHeader) {
  EXPECT_THAT(upload_->Add(Header(5)), IsError(StatusCode::kResourceExhausted, "has 5 bytes; a bot's may have 4"));
  EXPECT_FALSE(HasFile());
}

TEST_F(UploadTest, AnEmptyOneIsRefused) {
  EXPECT_THAT(upload_->Add(Header(0)), IsError(StatusCode::kInvalidArgument, "is empty"));
}

TEST_F(UploadTest, MoreThanItsHeaderSaidIsRefused) {
  ASSERT_THAT(upload_->Add(Header(3)), IsOk());
  EXPECT_THAT(upload_->Add(Piece("abcd")), IsError(StatusCode::kInvalidArgument, "more bytes than the 3"));
}

TEST_F(UploadTest, ItsHeaderComesFirstAndOnce) {
  EXPECT_THAT(upload_->Add(Piece("ab")), IsError(StatusCode::kInvalidArgument, "is its header"));
  ASSERT_THAT(upload_->Add(Header(4)), IsOk());
  EXPECT_THAT(upload_->Add(Header(4)), IsError(StatusCode::kInvalidArgument, "a second header"));
}

}  // namespace
}  // namespace flagfall::arena::server
