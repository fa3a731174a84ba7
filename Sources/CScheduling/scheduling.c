#ifdef __linux__
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "CScheduling.h"

// Work that was shared out so often is no moment's work.
enum { often = 50 };

static _Thread_local unsigned own_slice, shared_work;

static int set_slice(unsigned microseconds);

int whet_set_slice(unsigned microseconds) {
  own_slice = microseconds;
  shared_work = 0;
  return set_slice(microseconds);
}

void whet_note_shared_work(void) {
  if (own_slice == 0 && shared_work < often && ++shared_work == often) set_slice(whet_computing_slice);
}

void whet_end_shared_work(void) {
  if (shared_work == often) set_slice(0);
  shared_work = 0;
}

#ifdef __linux__
// As sched_setattr(2) has it: the C library knows neither the structure nor the calls before 2.41.
struct attributes {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

// Of threads with another policy, such as a real-time one, the field means something else.
enum { usual_policy = 0, batch_policy = 3 };

static int read_attributes(struct attributes *attributes) {
  if (syscall(SYS_sched_getattr, 0, attributes, sizeof *attributes, 0) != 0) return errno;
  return attributes->policy == usual_policy || attributes->policy == batch_policy ? 0 : EINVAL;
}

static int set_slice(unsigned microseconds) {
  struct attributes attributes = {0};
  int code = read_attributes(&attributes);
  if (code != 0) return code;
  attributes.size = sizeof attributes;
  attributes.runtime = (uint64_t)microseconds * 1000;
  return syscall(SYS_sched_setattr, 0, &attributes, 0) == 0 ? 0 : errno;
}

unsigned whet_slice(void) {
  struct attributes attributes = {0};
  return read_attributes(&attributes) == 0 ? (unsigned)(attributes.runtime / 1000) : 0;
}
#else
static int set_slice(unsigned microseconds) {
  (void)microseconds;
  return 0;
}

unsigned whet_slice(void) { return 0; }
#endif
