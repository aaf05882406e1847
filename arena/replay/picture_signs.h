#ifndef ARENA_REPLAY_PICTURE_SIGNS_H_
#define ARENA_REPLAY_PICTURE_SIGNS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "arena/replay/canvas.h"

namespace flagfall::arena::replay {

// The signs on boards: digits, the letters a to j of files, and B, F and S of pieces. They are drawn as lines, so that
// pictures need no font, which a server may not have, and are the same on each.
//
// The ends of the lines of a text in pairs, as Canvas::PaintLines takes them. Its digits are `height` high, `base` is
// the middle of the line on which they stand. Other signs are left out.
std::vector<Spot> SignLines(absl::string_view text, Spot base, double height);

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_PICTURE_SIGNS_H_
