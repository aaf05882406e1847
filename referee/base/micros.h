#ifndef REFEREE_BASE_MICROS_H_
#define REFEREE_BASE_MICROS_H_

#include <chrono>

namespace flagfall {

// The unit of all clocks. As a point in time: since an origin that the one who hands the time in has chosen.
using Micros = std::chrono::microseconds;

// Of the machine's steady clock, by which is measured how long something takes. What has to be tested at times of a
// test's own has the time, or this function, handed in.
inline Micros SteadyNow() {
  return std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now().time_since_epoch());
}
// Since 1970, for what is told to people. The same holds.
inline Micros WallNow() {
  return std::chrono::duration_cast<Micros>(std::chrono::system_clock::now().time_since_epoch());
}

}  // namespace flagfall

#endif  // REFEREE_BASE_MICROS_H_
