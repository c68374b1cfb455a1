#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "lk_program_threads.h"

#include "lk_imports.h"
#include "lk_system_calls.h"

#if defined(__linux__)

#include <pthread.h>
#include <stddef.h>

static void (*second_thread_body)(void);
static pthread_once_t second_thread_once = PTHREAD_ONCE_INIT;

static void call_second_thread_body(void) { second_thread_body(); }

/// Clears the vector registers that a function need not preserve for its caller.
static void clear_vector_registers(void) {
#if defined(__x86_64__)
  __asm__ volatile(
    "pxor %%xmm0, %%xmm0\n pxor %%xmm1, %%xmm1\n pxor %%xmm2, %%xmm2\n pxor %%xmm3, %%xmm3\n"
    "pxor %%xmm4, %%xmm4\n pxor %%xmm5, %%xmm5\n pxor %%xmm6, %%xmm6\n pxor %%xmm7, %%xmm7\n"
    "pxor %%xmm8, %%xmm8\n pxor %%xmm9, %%xmm9\n pxor %%xmm10, %%xmm10\n"
    "pxor %%xmm11, %%xmm11\n pxor %%xmm12, %%xmm12\n pxor %%xmm13, %%xmm13\n"
    "pxor %%xmm14, %%xmm14\n pxor %%xmm15, %%xmm15\n" ::
      : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
        "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  if (__builtin_cpu_supports("avx")) __asm__ volatile("vzeroall");
  // The C library also copies memory with the registers zmm16 to zmm31.
  if (__builtin_cpu_supports("avx512f")) {
    __asm__ volatile(
      "vpxorq %%zmm16, %%zmm16, %%zmm16\n" "vpxorq %%zmm17, %%zmm17, %%zmm17\n"
      "vpxorq %%zmm18, %%zmm18, %%zmm18\n" "vpxorq %%zmm19, %%zmm19, %%zmm19\n"
      "vpxorq %%zmm20, %%zmm20, %%zmm20\n" "vpxorq %%zmm21, %%zmm21, %%zmm21\n"
      "vpxorq %%zmm22, %%zmm22, %%zmm22\n" "vpxorq %%zmm23, %%zmm23, %%zmm23\n"
      "vpxorq %%zmm24, %%zmm24, %%zmm24\n" "vpxorq %%zmm25, %%zmm25, %%zmm25\n"
      "vpxorq %%zmm26, %%zmm26, %%zmm26\n" "vpxorq %%zmm27, %%zmm27, %%zmm27\n"
      "vpxorq %%zmm28, %%zmm28, %%zmm28\n" "vpxorq %%zmm29, %%zmm29, %%zmm29\n"
      "vpxorq %%zmm30, %%zmm30, %%zmm30\n" "vpxorq %%zmm31, %%zmm31, %%zmm31\n" ::);
  }
#elif defined(__aarch64__)
  __asm__ volatile(
    "movi v0.2d, #0\n movi v1.2d, #0\n movi v2.2d, #0\n movi v3.2d, #0\n"
    "movi v4.2d, #0\n movi v5.2d, #0\n movi v6.2d, #0\n movi v7.2d, #0\n"
    "movi v16.2d, #0\n movi v17.2d, #0\n movi v18.2d, #0\n movi v19.2d, #0\n"
    "movi v20.2d, #0\n movi v21.2d, #0\n movi v22.2d, #0\n movi v23.2d, #0\n"
    "movi v24.2d, #0\n movi v25.2d, #0\n movi v26.2d, #0\n movi v27.2d, #0\n"
    "movi v28.2d, #0\n movi v29.2d, #0\n movi v30.2d, #0\n movi v31.2d, #0\n" ::
      : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21",
        "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
#endif
}

static int noticed_create(
  pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  if (second_thread_body != NULL && !lk_avoids_system_calls()) {
    pthread_once(&second_thread_once, call_second_thread_body);
  }
  clear_vector_registers();
  return pthread_create(thread, attributes, body, argument);
}

void lk_at_thread_creation(void (*second)(void)) {
  second_thread_body = second;
  const lk_import create[] = {{"pthread_create", (void *)noticed_create}};
  lk_redirect_imports_everywhere(create, 1, (const void *)noticed_create, NULL, 0);
}

#else

void lk_at_thread_creation(void (*second)(void)) { (void)second; }

#endif
