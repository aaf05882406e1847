#ifndef ARENA_BASE_KEY_FILE_H_
#define ARENA_BASE_KEY_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "referee/base/ed25519.h"

namespace flagfall::arena {

// Reads an Ed25519 private key from a file. Errors name the file: NOT_FOUND when there is none, PERMISSION_DENIED when
// it cannot be read or others than its owner may, FAILED_PRECONDITION when it has no such key.
absl::StatusOr<SigningKey> ReadKeyFile(const std::string& path);

// Reads the key, or draws one and writes it where the file is missing; the file is there whole and on the disk, or not
// at all. Errors as above, PERMISSION_DENIED when it cannot be written, and RESOURCE_EXHAUSTED on a full disk.
absl::StatusOr<SigningKey> ReadOrMakeKeyFile(const std::string& path);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_KEY_FILE_H_
