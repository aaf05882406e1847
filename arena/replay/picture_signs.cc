#include "arena/replay/picture_signs.h"

#include <algorithm>

#include "absl/types/span.h"

namespace flagfall::arena::replay {
namespace {

// A cubic curve, on a grid on which digits are ten high and stand on y = 10. A straight line has its ends as the spots
// by which curves are bent.
struct Curve {
  Spot from;
  Spot bend_from;
  Spot bend_to;
  Spot to;
};

constexpr Curve Line(double x, double y, double to_x, double to_y) {
  return {{x, y}, {x, y}, {to_x, to_y}, {to_x, to_y}};
}

constexpr Curve kZero[] = {{{3, 0}, {7, 0}, {7, 10}, {3, 10}}, {{3, 10}, {-1, 10}, {-1, 0}, {3, 0}}};
constexpr Curve kOne[] = {Line(0.6, 2, 3, 0), Line(3, 0, 3, 10)};
constexpr Curve kTwo[] = {{{0.3, 2.6}, {0.3, -1}, {5.7, -1}, {5.7, 2.8}},
                          {{5.7, 2.8}, {5.7, 5}, {1.6, 7.6}, {0.2, 10}},
                          Line(0.2, 10, 6, 10)};
constexpr Curve kThree[] = {{{0.5, 1.2}, {2.5, -0.9}, {5.6, -0.2}, {5.4, 2.6}},
                            {{5.4, 2.6}, {5.3, 4.2}, {4, 4.7}, {2.4, 4.7}},
                            {{2.4, 4.7}, {4.4, 4.7}, {5.8, 5.4}, {5.8, 7.2}},
                            {{5.8, 7.2}, {5.8, 10.4}, {2.2, 10.8}, {0.2, 9}}};
constexpr Curve kFour[] = {Line(4.4, 0, 0, 7), Line(0, 7, 6, 7), Line(4.4, 0, 4.4, 10)};
constexpr Curve kFive[] = {Line(5.4, 0, 1, 0),
                           Line(1, 0, 0.6, 4.8),
                           {{0.6, 4.8}, {2.5, 3}, {6, 3.4}, {6, 6.8}},
                           {{6, 6.8}, {6, 10.6}, {2, 10.9}, {0.2, 9}}};
constexpr Curve kSix[] = {{{5.2, 0.5}, {2, -0.9}, {0.2, 3}, {0.2, 6.8}},
                          {{0.2, 6.8}, {0.2, 2.8}, {6, 2.8}, {6, 6.9}},
                          {{6, 6.9}, {6, 11}, {0.2, 11}, {0.2, 6.8}}};
constexpr Curve kSeven[] = {Line(0.2, 0, 6, 0), Line(6, 0, 2.2, 10)};
constexpr Curve kEight[] = {{{3, 0}, {6.6, 0}, {6.6, 4.7}, {3, 4.7}},
                            {{3, 4.7}, {-0.6, 4.7}, {-0.6, 0}, {3, 0}},
                            {{3, 4.7}, {7, 4.7}, {7, 10}, {3, 10}},
                            {{3, 10}, {-1, 10}, {-1, 4.7}, {3, 4.7}}};
constexpr Curve kNine[] = {{{5.8, 3.2}, {5.8, 7.2}, {0, 7.2}, {0, 3.1}},
                           {{0, 3.1}, {0, -1}, {5.8, -1}, {5.8, 3.2}},
                           {{5.8, 3.2}, {5.8, 7}, {4, 10.9}, {0.8, 9.5}}};
constexpr Curve kSpy[] = {{{5.6, 1.6}, {4, -0.9}, {0.3, -0.4}, {0.4, 2.5}},
                          {{0.4, 2.5}, {0.6, 5.4}, {5.8, 4.2}, {5.8, 7.4}},
                          {{5.8, 7.4}, {5.8, 10.9}, {1.6, 10.8}, {0.2, 8.4}}};
constexpr Curve kBomb[] = {Line(0.6, 0, 0.6, 10),
                           Line(0.6, 0, 3, 0),
                           {{3, 0}, {6.2, 0}, {6.2, 4.7}, {3, 4.7}},
                           Line(0.6, 4.7, 3, 4.7),
                           {{3, 4.7}, {7, 4.7}, {7, 10}, {3, 10}},
                           Line(3, 10, 0.6, 10)};
constexpr Curve kFlag[] = {Line(0.9, 0, 0.9, 10), Line(0.9, 0, 5.8, 0), Line(0.9, 4.7, 5, 4.7)};
constexpr Curve kA[] = {{{0.4, 6.8}, {0.4, 2.6}, {5.2, 2.6}, {5.2, 6.8}},
                        {{5.2, 6.8}, {5.2, 11}, {0.4, 11}, {0.4, 6.8}},
                        Line(5.2, 3.8, 5.2, 10)};
constexpr Curve kB[] = {Line(0.6, 0, 0.6, 10),
                        {{0.6, 6.8}, {0.6, 2.6}, {5.4, 2.6}, {5.4, 6.8}},
                        {{5.4, 6.8}, {5.4, 11}, {0.6, 11}, {0.6, 6.8}}};
constexpr Curve kC[] = {{{5, 4.6}, {3.4, 2.6}, {0.4, 3.2}, {0.4, 6.8}}, {{0.4, 6.8}, {0.4, 10.4}, {3.4, 11}, {5, 9}}};
constexpr Curve kD[] = {{{0.4, 6.8}, {0.4, 2.6}, {5.2, 2.6}, {5.2, 6.8}},
                        {{5.2, 6.8}, {5.2, 11}, {0.4, 11}, {0.4, 6.8}},
                        Line(5.2, 0, 5.2, 10)};
constexpr Curve kE[] = {Line(0.5, 6.7, 5.4, 6.7),
                        {{5.4, 6.7}, {5.4, 2.5}, {0.5, 2.5}, {0.5, 6.8}},
                        {{0.5, 6.8}, {0.5, 10.6}, {3.6, 11}, {5.2, 9}}};
constexpr Curve kF[] = {
    {{4.6, 0.3}, {2.6, -0.3}, {1.9, 0.8}, {1.9, 3}}, Line(1.9, 3, 1.9, 10), Line(0.4, 3.8, 4.2, 3.8)};
constexpr Curve kG[] = {{{0.4, 6.8}, {0.4, 2.6}, {5.2, 2.6}, {5.2, 6.8}},
                        {{5.2, 6.8}, {5.2, 11}, {0.4, 11}, {0.4, 6.8}},
                        Line(5.2, 3.8, 5.2, 10.6),
                        {{5.2, 10.6}, {5.2, 13.4}, {2.2, 13.4}, {0.8, 12.2}}};
constexpr Curve kH[] = {
    Line(0.6, 0, 0.6, 10), {{0.6, 6.4}, {0.9, 2.7}, {5.2, 2.4}, {5.2, 6.4}}, Line(5.2, 6.4, 5.2, 10)};
constexpr Curve kI[] = {Line(3, 3.8, 3, 10), Line(3, 0.9, 3, 1)};
constexpr Curve kJ[] = {
    Line(3.6, 3.8, 3.6, 10.8), {{3.6, 10.8}, {3.6, 12.8}, {2.4, 13}, {1.6, 12.8}}, Line(3.6, 0.9, 3.6, 1)};

absl::Span<const Curve> CurvesOf(char sign) {
  constexpr absl::Span<const Curve> kDigits[] = {kZero, kOne, kTwo, kThree, kFour, kFive, kSix, kSeven, kEight, kNine};
  constexpr absl::Span<const Curve> kFiles[] = {kA, kB, kC, kD, kE, kF, kG, kH, kI, kJ};
  if (sign >= '0' && sign <= '9') return kDigits[sign - '0'];
  if (sign >= 'a' && sign <= 'j') return kFiles[sign - 'a'];
  switch (sign) {
    case 'S':
      return kSpy;
    case 'B':
      return kBomb;
    case 'F':
      return kFlag;
    default:
      return {};
  }
}

// Of the grid.
constexpr double kHeight = 10;
constexpr double kWidth = 6;
constexpr double kGap = 2.4;

// So many lines look round at the sizes of boards.
constexpr int kLinesOfCurve = 8;

bool IsLine(const Curve& curve) {
  return curve.bend_from.x == curve.from.x && curve.bend_from.y == curve.from.y && curve.bend_to.x == curve.to.x &&
         curve.bend_to.y == curve.to.y;
}

// A 1 is narrower than its place.
double WidthOf(char sign) { return sign == '1' ? 3.6 : kWidth; }

Spot Between(Spot from, Spot to, double part) {
  return {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
}

// By de Casteljau's construction.
Spot SpotOn(const Curve& curve, double part) {
  const Spot first = Between(curve.from, curve.bend_from, part);
  const Spot second = Between(curve.bend_from, curve.bend_to, part);
  const Spot third = Between(curve.bend_to, curve.to, part);
  return Between(Between(first, second, part), Between(second, third, part), part);
}

}  // namespace

std::vector<Spot> SignLines(absl::string_view text, Spot base, double height) {
  const double scale = height / kHeight;
  double width = -kGap;
  for (const char sign : text) width += WidthOf(sign) + kGap;
  double left = base.x - width / 2 * scale;
  std::vector<Spot> ends;
  for (const char sign : text) {
    const auto placed = [&](Spot spot) { return Spot{left + spot.x * scale, base.y + (spot.y - kHeight) * scale}; };
    for (const Curve& curve : CurvesOf(sign)) {
      const int lines = IsLine(curve) ? 1 : kLinesOfCurve;
      for (int i = 0; i < lines; ++i) {
        ends.push_back(placed(SpotOn(curve, static_cast<double>(i) / lines)));
        ends.push_back(placed(SpotOn(curve, static_cast<double>(i + 1) / lines)));
      }
    }
    left += (WidthOf(sign) + kGap) * scale;
  }
  return ends;
}

}  // namespace flagfall::arena::replay
