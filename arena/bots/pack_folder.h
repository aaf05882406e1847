#ifndef ARENA_BOTS_PACK_FOLDER_H_
#define ARENA_BOTS_PACK_FOLDER_H_

#include <string>

#include "absl/status/status.h"

namespace flagfall::arena {

// Writes what is in the folder into a .tar.gz that UnpackArchive takes. INVALID_ARGUMENT names what is neither file nor
// folder, NOT_FOUND or PERMISSION_DENIED what cannot be read, INTERNAL an archive that cannot be written.
absl::Status PackFolder(const std::string& folder, const std::string& archive);

}  // namespace flagfall::arena

#endif  // ARENA_BOTS_PACK_FOLDER_H_
