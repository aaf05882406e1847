#include "arena/cluster/bot_cache.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/bots/archive.h"
#include "arena/bots/folder_hash.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cluster {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHashBytes = 32;

// A server's host may set its own limits higher than the usual ones; this keeps a disk from being filled by mistake.
constexpr bots::ArchiveLimits Limits() {
  bots::ArchiveLimits limits;
  limits.archive_bytes_max = std::uint64_t{2} << 30;
  limits.unpacked_bytes_max = std::uint64_t{4} << 30;
  limits.stream_bytes_max = std::uint64_t{6} << 30;
  limits.file_bytes_max = std::uint64_t{2} << 30;
  limits.entries_max = 100'000;
  return limits;
}

absl::Status WriteError(const std::string& path) {
  return absl::InternalError(absl::StrCat("cannot write ", path, ": ", std::strerror(errno)));
}

}  // namespace

absl::StatusOr<std::string> BotCache::FolderOf(const v1::LeasedBot& bot, std::uint64_t lease, api::WorkerApi& server) {
  if (bot.folder_sha256().size() != kHashBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the server gives no SHA-256 of the files of ", bot.manifest().name()));
  }
  const std::string folder = absl::StrCat(folder_, "/", absl::BytesToHexString(bot.folder_sha256()));
  std::error_code error;
  if (!fs::exists(folder, error)) FLAGFALL_RETURN_IF_ERROR(Fetch(bot, lease, server, folder));
  return folder;
}

absl::Status BotCache::Fetch(const v1::LeasedBot& bot, std::uint64_t lease, api::WorkerApi& server,
                             const std::string& folder) {
  const std::string& name = bot.manifest().name();
  const std::string scratch = absl::StrCat(folder_, "/.fetched-", ::getpid(), "-", ++fetched_);
  std::error_code error;
  fs::create_directories(scratch, error);
  if (error) return absl::InternalError(absl::StrCat("cannot make ", scratch, ": ", error.message()));
  const absl::Cleanup remove = [&scratch] {
    std::error_code ignored;
    fs::remove_all(scratch, ignored);
  };
  const std::string archive = scratch + "/package";
  {
    std::ofstream file(archive, std::ios::binary);
    std::uint64_t bytes = 0;
    const auto take = [&](absl::string_view piece) -> absl::Status {
      bytes += piece.size();
      if (bytes > Limits().archive_bytes_max) {
        return absl::ResourceExhaustedError(absl::StrCat("what the server sends as ", name, " is larger than any bot"));
      }
      file.write(piece.data(), static_cast<std::streamsize>(piece.size()));
      return file ? absl::OkStatus() : WriteError(archive);
    };
    v1::FetchBotRequest request;
    request.set_lease(lease);
    request.set_bot(name);
    FLAGFALL_RETURN_IF_ERROR(server.FetchBot(request, take));
    file.close();
    if (!file) return WriteError(archive);
  }
  const std::string unpacked = scratch + "/bot";
  FLAGFALL_RETURN_IF_ERROR(bots::UnpackArchive(archive, unpacked, Limits()).status());
  FLAGFALL_ASSIGN_OR_RETURN(const std::string sha256, bots::HashOfFolder(unpacked));
  if (sha256 != bot.folder_sha256()) {
    return absl::DataLossError(absl::StrCat("the files of ", name, " came with the SHA-256 ",
                                            absl::BytesToHexString(sha256), ", not ",
                                            absl::BytesToHexString(bot.folder_sha256()), " as the lease says"));
  }
  fs::rename(unpacked, folder, error);
  // Another worker may have been faster.
  if (error && !fs::exists(folder)) {
    return absl::InternalError(absl::StrCat("cannot make ", folder, ": ", error.message()));
  }
  return absl::OkStatus();
}

}  // namespace flagfall::arena::cluster
