#ifndef ARENA_WEB_GZIP_H_
#define ARENA_WEB_GZIP_H_

#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::arena::web {

// The bytes as a gzip file (RFC 1952) of one member, without a name and a time: equal bytes give equal files.
std::string Gzip(absl::string_view bytes);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_GZIP_H_
