#include "arena/bots/entry_sink.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/base/utf8.h"

namespace flagfall::arena::bots {
namespace {

constexpr std::size_t kNameShownMax = 120;

}  // namespace

absl::Status EntryError(absl::StatusCode code, absl::string_view name, absl::string_view what) {
  const absl::string_view shown = name.substr(0, kNameShownMax);
  return absl::Status(code,
                      absl::StrCat("entry '", IsUtf8(shown) ? absl::Utf8SafeCHexEscape(shown) : absl::CHexEscape(shown),
                                   shown.size() < name.size() ? "...' " : "' ", what));
}

}  // namespace flagfall::arena::bots
