// Shapes are painted by the distances of pixels' middles to their edges: a pixel half a pixel inside is painted whole,
// one half a pixel outside not at all, and those between in proportion. That is right for edges that are nearly
// straight over the width of a pixel, as all are here.
#include "arena/replay/canvas.h"

#include <png.h>

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena::replay {
namespace {

constexpr int kColors = 3;

std::uint8_t ByteOf(std::uint32_t color, int index) {
  return static_cast<std::uint8_t>(color >> (8 * (kColors - 1 - index)));
}

// Faster than std::hypot, which sees to numbers that do not occur here.
double Length(double x, double y) { return std::sqrt(x * x + y * y); }

// From a spot to the line between two others.
double DistanceToLine(Spot spot, Spot from, Spot to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double squared = dx * dx + dy * dy;
  const double along = squared > 0 ? ((spot.x - from.x) * dx + (spot.y - from.y) * dy) / squared : 0;
  const double part = std::clamp(along, 0.0, 1.0);
  return Length(spot.x - from.x - part * dx, spot.y - from.y - part * dy);
}

}  // namespace

Canvas::Canvas(Spot left_top, int width, int height, double scale, std::uint32_t color)
    : left_top_(left_top), width_(width), height_(height), scale_(scale) {
  pixels_.reserve(static_cast<std::size_t>(kColors) * width * height);
  for (int pixel = 0; pixel < width * height; ++pixel) {
    for (int i = 0; i < kColors; ++i) pixels_.push_back(ByteOf(color, i));
  }
}

template <typename Distance>
void Canvas::Paint(Spot low, Spot high, const Distance& distance, std::uint32_t color, double opacity) {
  const auto pixel = [this](double place, double begin, int end) {
    return static_cast<int>(std::clamp((place - begin) * scale_, 0.0, static_cast<double>(end)));
  };
  // One more on each side, for the edge.
  const int left = std::max(0, pixel(low.x, left_top_.x, width_) - 1);
  const int right = std::min(width_, pixel(high.x, left_top_.x, width_) + 2);
  const int top = std::max(0, pixel(low.y, left_top_.y, height_) - 1);
  const int bottom = std::min(height_, pixel(high.y, left_top_.y, height_) + 2);
  for (int row = top; row < bottom; ++row) {
    for (int column = left; column < right; ++column) {
      const Spot middle{left_top_.x + (column + 0.5) / scale_, left_top_.y + (row + 0.5) / scale_};
      const double part = opacity * std::clamp(0.5 - distance(middle) * scale_, 0.0, 1.0);
      if (part <= 0) continue;
      for (int i = 0; i < kColors; ++i) {
        std::uint8_t& byte = pixels_[static_cast<std::size_t>(kColors) * (row * width_ + column) + i];
        byte = static_cast<std::uint8_t>(std::lround(byte + part * (ByteOf(color, i) - byte)));
      }
    }
  }
}

void Canvas::PaintBox(Spot left_top, Spot size, double corner, std::uint32_t color, double opacity) {
  const Spot middle{left_top.x + size.x / 2, left_top.y + size.y / 2};
  const auto distance = [&](Spot spot) {
    // From the middles of the corners' circles, outwards.
    const double x = std::abs(spot.x - middle.x) - size.x / 2 + corner;
    const double y = std::abs(spot.y - middle.y) - size.y / 2 + corner;
    return Length(std::max(x, 0.0), std::max(y, 0.0)) + std::min(std::max(x, y), 0.0) - corner;
  };
  Paint(left_top, {left_top.x + size.x, left_top.y + size.y}, distance, color, opacity);
}

void Canvas::PaintDisc(Spot middle, double radius, std::uint32_t color) {
  const auto distance = [&](Spot spot) { return Length(spot.x - middle.x, spot.y - middle.y) - radius; };
  Paint({middle.x - radius, middle.y - radius}, {middle.x + radius, middle.y + radius}, distance, color, 1);
}

void Canvas::PaintLines(absl::Span<const Spot> ends, double thickness, std::uint32_t color) {
  if (ends.size() < 2) return;
  Spot low = ends[0], high = ends[0];
  for (const Spot end : ends) {
    low = {std::min(low.x, end.x), std::min(low.y, end.y)};
    high = {std::max(high.x, end.x), std::max(high.y, end.y)};
  }
  const double radius = thickness / 2;
  const auto distance = [&](Spot spot) {
    double least = DistanceToLine(spot, ends[0], ends[1]);
    for (std::size_t i = 2; i + 1 < ends.size(); i += 2) {
      least = std::min(least, DistanceToLine(spot, ends[i], ends[i + 1]));
    }
    return least - radius;
  };
  Paint({low.x - radius, low.y - radius}, {high.x + radius, high.y + radius}, distance, color, 1);
}

absl::StatusOr<std::string> Canvas::Png() const {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width_);
  image.height = static_cast<png_uint_32>(height_);
  image.format = PNG_FORMAT_RGB;
  // Large areas of one colour: without its filters, which are for photographs, the file is smaller, too.
  image.flags = PNG_IMAGE_FLAG_FAST;
  std::string png(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = png.size();
  if (png_image_write_to_memory(&image, png.data(), &size, 0, pixels_.data(), 0, nullptr) == 0) {
    return absl::InternalError(absl::StrCat("a picture could not be written as PNG: ", image.message));
  }
  png.resize(size);
  return png;
}

}  // namespace flagfall::arena::replay
