#ifndef CHECKS_H
#define CHECKS_H

#include <stdio.h>
#include <stdlib.h>

// Tests of the recorder's C code that do not need Swift. `make aarch64` runs them on this machine
// and, if an emulator is installed, on aarch64.

/// Ends the process with status 1 if a condition does not hold.
#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) {                                                      \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

void test_table(void);
void test_stacks(void);
void test_threads(void);
void test_children(void);
void test_filter(void);
void test_filters(void);

#endif
