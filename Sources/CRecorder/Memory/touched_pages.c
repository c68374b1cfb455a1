#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_guard_pages.h"
#include "lk_readable.h"
#include "lk_touched_pages.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

/// The number of pages whose state is read at once: 16 MiB of addresses if a page has 4 KiB.
enum { window_pages = 4096 };

/// Bit 63 of an entry indicates that the page is in memory, and bit 62 that it is swapped out
/// (proc_pid_pagemap(5)).
static const uint64_t holds_data = (uint64_t)3 << 62;

static uint64_t window[window_pages];
static uintptr_t window_start;
static size_t window_length;
static uintptr_t page_size;
static int pagemap = -1;
/// The process that opened `pagemap`. A forked process must open the file for its own pages.
static pid_t owner;

/// The states of pages of shared memory. Bit 0 of an entry indicates that the page is in memory
/// (mincore(2)).
static unsigned char shared_window[window_pages];
static uintptr_t shared_start;
static size_t shared_length;

/// On the first call in a process, discards the page states that the parent process read, and opens
/// the list of this process's pages.
static void begin_in_this_process(void) {
  if (owner == getpid()) return;
  if (pagemap >= 0) close(pagemap);
  owner = getpid();
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  window_length = shared_length = 0;
  pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
}

/// Reads the state of the pages starting at `page`; returns false if the system does not report it.
static bool read_window(uintptr_t page) {
  if (page - window_start < window_length) return true;
  const off_t offset = (off_t)(page * sizeof *window);
  ssize_t count;
  while ((count = pread(pagemap, window, sizeof window, offset)) < 0 && errno == EINTR) {}
  if (count < (ssize_t)sizeof *window) return false;
  window_start = page;
  window_length = (size_t)count / sizeof *window;
  return true;
}

uintptr_t lk_next_touched(uintptr_t address, uintptr_t end) {
  begin_in_this_process();
  if (pagemap < 0) return address;
  for (uintptr_t page = address / page_size; page * page_size < end;) {
    if (!read_window(page)) return address;
    size_t index = page - window_start;
    while (index < window_length && (window[index] & holds_data) == 0) index++;
    page = window_start + index;
    if (index == window_length) continue;
    const uintptr_t start = page * page_size;
    return start > address ? (start < end ? start : end) : address;
  }
  return end;
}

uintptr_t lk_next_guard(uintptr_t address, uintptr_t end) {
  begin_in_this_process();
  if (pagemap < 0) return end;
  for (uintptr_t page = address / page_size; page * page_size < end; page++) {
    if (!read_window(page)) return end;
    const bool is_in_memory = window[page - window_start] >> 63;
    const bool holds = (window[page - window_start] & holds_data) != 0;
    const uintptr_t start = page * page_size;
    if (holds && !is_in_memory && !lk_is_readable((const void *)start)) {
      return start > address ? start : address;
    }
  }
  return end;
}

/// Reads the states of the pages of shared memory starting at `page`, up to the address `end`;
/// returns false if the system does not report them.
static bool read_shared_window(uintptr_t page, uintptr_t end) {
  if (page - shared_start < shared_length) return true;
  const uintptr_t count = (end - page * page_size + page_size - 1) / page_size;
  const size_t length = count < window_pages ? (size_t)count : window_pages;
  if (mincore((void *)(page * page_size), length * page_size, shared_window) != 0) return false;
  shared_start = page;
  shared_length = length;
  return true;
}

uintptr_t lk_next_shared(uintptr_t address, uintptr_t end) {
  begin_in_this_process();
  for (uintptr_t page = address / page_size; page * page_size < end; page++) {
    if (!read_shared_window(page, end)) return address;
    if ((shared_window[page - shared_start] & 1) == 0) continue;
    const uintptr_t start = page * page_size;
    return start > address ? start : address;
  }
  return end;
}

#else

uintptr_t lk_next_guard(uintptr_t address, uintptr_t end) {
  (void)address;
  return end;
}

uintptr_t lk_next_shared(uintptr_t address, uintptr_t end) {
  (void)end;
  return address;
}

uintptr_t lk_next_touched(uintptr_t address, uintptr_t end) {
  (void)end;
  return address;
}

#endif
