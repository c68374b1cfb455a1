#include "checks.h"

int main(void) {
  test_table();
  test_stacks();
  test_filter();
  test_filters();
  test_children();
  test_threads();
  puts("recorder: 6 passed, 0 failed");
  return 0;
}
