#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_ticks.h"

#include <time.h>

int64_t lk_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void lk_wait_a_tick(void) {
  const struct timespec tick = {0, 200000};
  nanosleep(&tick, NULL);
}
