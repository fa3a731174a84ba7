// A server that hangs up must not end the program: while libcurl is at work, SIGPIPE waits, and is then forgotten.
#pragma once
#include <signal.h>
#include <time.h>

typedef struct {
  sigset_t before;
  int was_pending;
} whet_quiet_pipe;

static whet_quiet_pipe whet_silence_pipe(void) {
  whet_quiet_pipe quiet;
  sigset_t signals;
  sigpending(&signals);
  quiet.was_pending = sigismember(&signals, SIGPIPE);
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, &quiet.before);
  return quiet;
}

static void whet_restore_pipe(whet_quiet_pipe quiet) {
#if defined(__linux__)
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  const struct timespec at_once = {0};
  if (!quiet.was_pending) sigtimedwait(&signals, NULL, &at_once);
#endif
  pthread_sigmask(SIG_SETMASK, &quiet.before, NULL);
}
