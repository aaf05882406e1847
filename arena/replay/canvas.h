#ifndef ARENA_REPLAY_CANVAS_H_
#define ARENA_REPLAY_CANVAS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace flagfall::arena::replay {

struct Spot {
  double x = 0;
  double y = 0;
};

// A picture on which shapes with smooth edges are painted, one over the other. Lengths and places are those of the
// drawing; colours are 0xRRGGBB, opacities from 0 to 1.
class Canvas {
 public:
  // `left_top` is painted at the left upper corner of `width` times `height` pixels, of which a unit has `scale`.
  Canvas(Spot left_top, int width, int height, double scale, std::uint32_t color);

  // A rectangle whose corners are rounded by `corner`.
  void PaintBox(Spot left_top, Spot size, double corner, std::uint32_t color, double opacity = 1);
  void PaintDisc(Spot middle, double radius, std::uint32_t color);
  // Lines from spot to spot with round ends: the first to the second, the third to the fourth, and so on. Where they
  // overlap, they are painted once.
  void PaintLines(absl::Span<const Spot> ends, double thickness, std::uint32_t color);

  // The picture as PNG, of 8 bits for each of three colours. INTERNAL when it could not be written.
  absl::StatusOr<std::string> Png() const;

 private:
  // Paints the pixels of the rectangle by how far each is from the shape: `distance` is negative inside it.
  template <typename Distance>
  void Paint(Spot low, Spot high, const Distance& distance, std::uint32_t color, double opacity);

  const Spot left_top_;
  const int width_;
  const int height_;
  const double scale_;
  // Three bytes a pixel, row by row.
  std::vector<std::uint8_t> pixels_;
};

}  // namespace flagfall::arena::replay

#endif  // ARENA_REPLAY_CANVAS_H_
