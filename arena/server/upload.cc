#include "arena/server/upload.h"

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/host_disk.h"
#include "arena/base/private_files.h"
#include "referee/net/refusal.h"
#include "referee/net/refusal_reason.h"

namespace flagfall::arena::server {

Upload::Upload(std::string path, const bots::ArchiveLimits& limits)
    : scratch_(std::move(path)), bytes_max_(limits.archive_bytes_max) {}

absl::Status Upload::Add(const v1::SubmitBotRequest& part) {
  if (part.has_header()) {
    if (std::exchange(has_header_, true)) return absl::InvalidArgumentError("a second header; there is one, and first");
    header_ = part.header();
    if (header_.size() == 0) return absl::InvalidArgumentError("the header says that the archive is empty");
    if (header_.size() > bytes_max_) {
      return RefusedFor(refusals::kTooLarge, absl::ResourceExhaustedError(absl::StrCat(
                                                 "the archive has ", header_.size(), " bytes; a bot's may have ",
                                                 bytes_max_, ", unless the host sets ", bots::kPackedFlag)));
    }
    // Without the folder the file cannot be opened, which is told.
    MakePrivateFolders(std::filesystem::path(scratch_.path()).parent_path()).IgnoreError();
    file_.open(scratch_.path(), std::ios::binary | std::ios::trunc);
    return file_ ? absl::OkStatus() : absl::InternalError("the host cannot store uploads");
  }
  if (!has_header_) return absl::InvalidArgumentError("the first part of an upload is its header");
  bytes_ += part.piece().size();
  if (bytes_ > header_.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("more bytes than the ", header_.size(), " that the header announced"));
  }
  file_.write(part.piece().data(), static_cast<std::streamsize>(part.piece().size()));
  return file_ ? absl::OkStatus() : HostDiskFullError();
}

absl::StatusOr<ScratchFile> Upload::Finish() {
  if (!has_header_ || bytes_ != header_.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the upload has ended after ", bytes_, " of ", header_.size(), " bytes"));
  }
  file_.close();
  if (!file_) return HostDiskFullError();
  return std::move(scratch_);
}

}  // namespace flagfall::arena::server
