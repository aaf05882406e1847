#ifndef TESTS_RATING_CHANCE_H_
#define TESTS_RATING_CHANCE_H_

#include <random>

namespace flagfall::arena::rating {

// Random numbers that are the same with every standard library, whose own distributions differ.
inline double Uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

// Returns an almost normal number with mean 0 and deviation 1.
inline double NearlyNormal(std::mt19937_64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += Uniform(random);
  return sum;
}

}  // namespace flagfall::arena::rating

#endif  // TESTS_RATING_CHANCE_H_
