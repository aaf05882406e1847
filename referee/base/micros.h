#ifndef REFEREE_BASE_MICROS_H_
#define REFEREE_BASE_MICROS_H_

#include <chrono>

namespace flagfall {

// The unit of all clocks. As a point in time: since an origin that the one who hands the time in has chosen.
using Micros = std::chrono::microseconds;

}  // namespace flagfall

#endif  // REFEREE_BASE_MICROS_H_
