#ifndef LK_CALL_REGISTERS_H
#define LK_CALL_REGISTERS_H

#include <stdint.h>

// The registers of a thread at a call of exit, _exit or dispatch_main.
//
// Two groups of registers contain values of the caller: those that a called function preserves, and
// those that contain the result of the caller's last call. Any call may change the other registers.
// Their values come from functions that have returned, so they keep no object alive (System V ABI
// for x86-64, figure 3.4; procedure call standard for the 64-bit Arm architecture, section 6.1.1).

#if defined(__x86_64__)
/// The registers are RAX and RDX, then RBX, RBP and R12 to R15.
enum { lk_call_register_count = 8 };
#elif defined(__aarch64__)
/// The registers are X19 to X29. The result of the last call was in X0, which now contains the
/// argument of the call that ends the program.
enum { lk_call_register_count = 11 };
#else
enum { lk_call_register_count = 0 };
#endif

/// The registers at the entry of a function that ``LK_CALL_WITH_REGISTERS`` defines.
typedef struct {
  uintptr_t words[lk_call_register_count];
  /// The lowest address in use on the caller's stack.
  uintptr_t stack;
} lk_call_registers;

#if defined(__x86_64__)

/// Defines the function `name`, which passes its first argument and the registers at its entry to
/// `body`, a static function that does not return.
#define LK_CALL_WITH_REGISTERS(name, body)                                                       \
  __attribute__((visibility("hidden"))) void name(int);                                          \
  __attribute__((used)) static void body(int, const lk_call_registers *);                        \
  __asm__(".text\n.p2align 4\n.type " #name ", @function\n" #name ":\n.cfi_startproc\n"           \
          "leaq 8(%rsp), %rcx\n"                                                                 \
          "pushq %rcx\n.cfi_adjust_cfa_offset 8\n"                                               \
          "pushq %r15\n.cfi_adjust_cfa_offset 8\n"                                               \
          "pushq %r14\n.cfi_adjust_cfa_offset 8\n"                                               \
          "pushq %r13\n.cfi_adjust_cfa_offset 8\n"                                               \
          "pushq %r12\n.cfi_adjust_cfa_offset 8\n"                                               \
          "pushq %rbp\n.cfi_adjust_cfa_offset 8\n"                                               \
          "pushq %rbx\n.cfi_adjust_cfa_offset 8\n"                                               \
          "pushq %rdx\n.cfi_adjust_cfa_offset 8\n"                                               \
          "pushq %rax\n.cfi_adjust_cfa_offset 8\n"                                               \
          "movq %rsp, %rsi\n"                                                                    \
          "call " #body "\n"                                                                     \
          "ud2\n.cfi_endproc\n.size " #name ", .-" #name "\n");

#elif defined(__aarch64__)

#define LK_CALL_WITH_REGISTERS(name, body)                                                       \
  __attribute__((visibility("hidden"))) void name(int);                                          \
  __attribute__((used)) static void body(int, const lk_call_registers *);                        \
  __asm__(".text\n.p2align 4\n.type " #name ", %function\n" #name ":\n.cfi_startproc\n"           \
          "hint #34\n"                                                                           \
          "mov x9, sp\n"                                                                         \
          "sub sp, sp, #112\n.cfi_adjust_cfa_offset 112\n"                                       \
          "stp x19, x20, [sp]\n"                                                                 \
          "stp x21, x22, [sp, #16]\n"                                                            \
          "stp x23, x24, [sp, #32]\n"                                                            \
          "stp x25, x26, [sp, #48]\n"                                                            \
          "stp x27, x28, [sp, #64]\n"                                                            \
          "stp x29, x9, [sp, #80]\n"                                                             \
          "str x30, [sp, #96]\n.cfi_rel_offset 30, 96\n"                                         \
          "mov x1, sp\n"                                                                         \
          "bl " #body "\n"                                                                       \
          "brk #1\n.cfi_endproc\n.size " #name ", .-" #name "\n");

#else

#define LK_CALL_WITH_REGISTERS(name, body)                          \
  static void name(int argument) {                                  \
    const lk_call_registers registers = {                           \
      .stack = (uintptr_t)__builtin_frame_address(0)};              \
    body(argument, &registers);                                     \
  }

#endif

#endif
