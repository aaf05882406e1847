// Has the time of day jump by JUMP_S seconds while the file JUMP_FILE is there; loaded before libc by LD_PRELOAD. Clocks
// that count time, as the steady one, go on as they do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t Jump(void) {
  const char* const file = getenv("JUMP_FILE");
  const char* const seconds = getenv("JUMP_S");
  return file != NULL && seconds != NULL && access(file, F_OK) == 0 ? atol(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec* time) {
  int (*const real)(clockid_t, struct timespec*) = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  const int result = real(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += Jump();
  return result;
}

int gettimeofday(struct timeval* restrict time, void* restrict zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}
