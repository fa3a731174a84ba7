// Lets a program see this processor as one with AVX2 and nothing newer: AVX-512, AVX10, the later kinds of AVX and matrix units are struck
// from what CPUID tells, but for AVX-VNNI where WITH_AVX_VNNI is set. The processor is asked to refuse CPUID (arch_prctl(2), ARCH_SET_CPUID), and every refusal is answered here. The
// bits are those of Intel's manual, volume 2A, CPUID. `with_avx2` preloads it.
#define _GNU_SOURCE
#include <cpuid.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { set_cpuid = 0x1012 };  // ARCH_SET_CPUID of asm/prctl.h

static int (*real_sigaction)(int, const struct sigaction *, struct sigaction *);
/// What the program itself wants done with SIGSEGV.
static struct sigaction wanted;

/// Whether AVX-VNNI stays, which processors of laptops have since 2021: WITH_AVX_VNNI is set.
static int keeps_vnni;

static unsigned without(unsigned bits, const int *struck, size_t count) {
  for (size_t i = 0; i < count; i++) bits &= ~(1u << struck[i]);
  return bits;
}
#define WITHOUT(bits, ...) without(bits, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

static void answer(greg_t *at) {
  unsigned leaf = at[REG_RAX], part = at[REG_RCX], a, b, c, d;
  syscall(SYS_arch_prctl, set_cpuid, 1);
  __cpuid_count(leaf, part, a, b, c, d);
  syscall(SYS_arch_prctl, set_cpuid, 0);
  if (leaf == 7 && part == 0) {
    b = WITHOUT(b, 16, 17, 21, 26, 27, 28, 30, 31);  // AVX-512 F, DQ, IFMA, PF, ER, CD, BW, VL
    c = WITHOUT(c, 1, 6, 11, 12, 14);                // VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ
    d = WITHOUT(d, 2, 3, 8, 22, 23, 24, 25);         // 4VNNIW, 4FMAPS, VP2INTERSECT, AMX-BF16, FP16, AMX-TILE, AMX-INT8
  }
  if (leaf == 7 && part == 1) {
    a = WITHOUT(a, 5, 21, 23);          // AVX-512 BF16, AMX-FP16, AVX-IFMA
    if (!keeps_vnni) a = WITHOUT(a, 4);  // AVX-VNNI
    d = WITHOUT(d, 4, 5, 8, 10, 19);    // AVX-VNNI-INT8, AVX-NE-CONVERT, AMX-COMPLEX, AVX-VNNI-INT16, AVX10
  }
  if (leaf == 0xd && part == 0) a &= ~0x600e0u;                        // states of masks, 512-bit registers and tiles
  if (leaf == 0x1d || leaf == 0x1e || leaf == 0x24) a = b = c = d = 0;  // tiles, matrix unit, AVX10
  at[REG_RAX] = a, at[REG_RBX] = b, at[REG_RCX] = c, at[REG_RDX] = d;
}

static void refused(int number, siginfo_t *info, void *context) {
  greg_t *at = ((ucontext_t *)context)->uc_mcontext.gregs;
  const unsigned char *code = (const unsigned char *)at[REG_RIP];
  if (info->si_code == SI_KERNEL && code[0] == 0x0f && code[1] == 0xa2) {
    answer(at);
    at[REG_RIP] += 2;
  } else if (wanted.sa_flags & SA_SIGINFO) {
    wanted.sa_sigaction(number, info, context);
  } else if (wanted.sa_handler != SIG_DFL && wanted.sa_handler != SIG_IGN) {
    wanted.sa_handler(number);
  } else {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    real_sigaction(SIGSEGV, &plain, NULL);
  }
}

/// Keeps SIGSEGV, and what else the program wants of it for what is none of ours.
int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  if (number != SIGSEGV) {
    if (!real_sigaction) real_sigaction = dlsym(RTLD_NEXT, "sigaction");
    return real_sigaction(number, action, before);
  }
  if (before) *before = wanted;
  if (action) wanted = *action;
  return 0;
}

/// The same for the older call, which goes around the one above.
void (*signal(int number, void (*handler)(int)))(int) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
  return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

__attribute__((constructor(101))) static void begin(void) {
  if (!real_sigaction) real_sigaction = dlsym(RTLD_NEXT, "sigaction");
  keeps_vnni = getenv("WITH_AVX_VNNI") != NULL;
  struct sigaction ours = {.sa_sigaction = refused, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
  real_sigaction(SIGSEGV, &ours, NULL);
  if (syscall(SYS_arch_prctl, set_cpuid, 0) != 0) {
    static const char sentence[] = "with_avx2: CPUID cannot be refused here: it takes an Intel processor, and a host that allows it\n";
    (void)!write(2, sentence, sizeof sentence - 1);
    _exit(125);
  }
}
