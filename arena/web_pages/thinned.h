#ifndef ARENA_WEB_PAGES_THINNED_H_
#define ARENA_WEB_PAGES_THINNED_H_

#include <cstddef>
#include <vector>

namespace flagfall::arena::web_pages {

// The indices of the points that a plot of at most `most` (at least 2) of `count` points shows: evenly spread and
// rising, with the first and the last point; all points where there are no more than `most`.
inline std::vector<std::size_t> Thinned(std::size_t count, std::size_t most) {
  std::vector<std::size_t> kept;
  if (count <= most) {
    for (std::size_t i = 0; i < count; ++i) kept.push_back(i);
    return kept;
  }
  for (std::size_t i = 0; i < most; ++i) kept.push_back(i * (count - 1) / (most - 1));
  return kept;
}

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_THINNED_H_
