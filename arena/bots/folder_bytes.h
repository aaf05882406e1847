#ifndef ARENA_BOTS_FOLDER_BYTES_H_
#define ARENA_BOTS_FOLDER_BYTES_H_

#include <cstdint>
#include <string>

namespace flagfall::arena::bots {

// What a file takes on the disk, in whole blocks (kBlockBytes). 0 where there is none.
std::uint64_t FileBytesOnDisk(const std::string& path);

// The same of all files in a folder and in the folders in it. Links are not followed.
std::uint64_t FolderBytesOnDisk(const std::string& folder);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_FOLDER_BYTES_H_
