#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_program_limits.h"

#include "lk_imports.h"
#include "lk_reserve.h"
#include "lk_system_calls.h"

#if defined(__linux__) && defined(__LP64__)

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

/// The number of bytes that a limit must allow in addition to the reserved memory: for the
/// recorder's library, for parts of the allocation table that are reserved later, and for the
/// analysis.
static const rlim_t further_bytes = (rlim_t)512 << 20;

/// A limit and the value to which the program set it.
typedef struct {
  int resource;
  atomic_bool is_set;
  _Atomic rlim_t soft, hard;
} own_limit;

static own_limit own_limits[] = {{.resource = RLIMIT_AS}, {.resource = RLIMIT_DATA}};

static own_limit *limit_of(int resource) {
  for (size_t index = 0; index < sizeof own_limits / sizeof *own_limits; index++) {
    if (own_limits[index].resource == resource) return &own_limits[index];
  }
  return NULL;
}

static rlim_t sum(rlim_t limit, rlim_t extra) {
  return limit > RLIM_INFINITY - extra ? RLIM_INFINITY : limit + extra;
}

static rlim_t smaller(rlim_t first, rlim_t second) { return first < second ? first : second; }

/// Sets a limit to the wanted value plus the size of the recorder's memory. Unless the program
/// raises the hard limit, which only privileged processes may do, the result does not exceed it.
static int set_extended(own_limit *own, const struct rlimit *wanted) {
  struct rlimit now, extended = *wanted;
  if (lk_avoids_system_calls()) return setrlimit((__rlimit_resource_t)own->resource, wanted);
  if (getrlimit(own->resource, &now) != 0) return -1;
  // A limit that the system will refuse is passed on unchanged, so that the program gets the same
  // error as without the recorder.
  const rlim_t extra = wanted->rlim_cur > wanted->rlim_max ? 0 : lk_reserved_bytes() + further_bytes;
  if (wanted->rlim_max <= now.rlim_max) {
    extended.rlim_max = smaller(sum(wanted->rlim_max, extra), now.rlim_max);
  }
  if (extra != 0) extended.rlim_cur = smaller(sum(wanted->rlim_cur, extra), extended.rlim_max);
  const int result = setrlimit(own->resource, &extended);
  if (result != 0) return result;
  own->soft = wanted->rlim_cur;
  own->hard = wanted->rlim_max;
  own->is_set = true;
  return result;
}

static void read_own(const own_limit *own, struct rlimit *limit) {
  if (own == NULL || !own->is_set || limit == NULL) return;
  limit->rlim_cur = own->soft;
  limit->rlim_max = own->hard;
}

static int extending_setrlimit(int resource, const struct rlimit *limit) {
  own_limit *own = limit_of(resource);
  return own != NULL && limit != NULL ? set_extended(own, limit)
                                      : setrlimit((__rlimit_resource_t)resource, limit);
}

static int reading_getrlimit(int resource, struct rlimit *limit) {
  const int result = getrlimit((__rlimit_resource_t)resource, limit);
  if (result == 0) read_own(limit_of(resource), limit);
  return result;
}

static int extending_prlimit(
  pid_t process, int resource, const struct rlimit *limit, struct rlimit *before) {
  const bool is_own = !lk_avoids_system_calls() && (process == 0 || process == getpid());
  own_limit *own = is_own ? limit_of(resource) : NULL;
  if (own == NULL) return prlimit(process, (enum __rlimit_resource)resource, limit, before);
  struct rlimit former;
  int result = reading_getrlimit(resource, &former);
  if (result == 0 && limit != NULL) result = set_extended(own, limit);
  if (result == 0 && before != NULL) *before = former;
  return result;
}

void lk_extend_memory_limits(void) {
  // On this platform, the variants with the suffix 64 are the same functions.
  const lk_import imports[] = {
    {"setrlimit", (void *)extending_setrlimit}, {"setrlimit64", (void *)extending_setrlimit},
    {"getrlimit", (void *)reading_getrlimit},   {"getrlimit64", (void *)reading_getrlimit},
    {"prlimit", (void *)extending_prlimit},     {"prlimit64", (void *)extending_prlimit},
  };
  lk_redirect_imports_everywhere(
    imports, sizeof imports / sizeof *imports, (const void *)extending_setrlimit, NULL, 0);
}

#else

void lk_extend_memory_limits(void) {}

#endif
