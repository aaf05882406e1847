#ifndef ARENA_BOTS_PACK_FOLDER_H_
#define ARENA_BOTS_PACK_FOLDER_H_

#include <string>

#include "absl/status/status.h"

namespace flagfall::arena::bots {

// Writes the folder's content into a .tar.gz that UnpackArchive accepts. INVALID_ARGUMENT when an entry is neither a
// file nor a folder, NOT_FOUND or PERMISSION_DENIED when one cannot be read, INTERNAL when the archive cannot be
// written; the message names the entry.
absl::Status PackFolder(const std::string& folder, const std::string& archive);

}  // namespace flagfall::arena::bots

#endif  // ARENA_BOTS_PACK_FOLDER_H_
