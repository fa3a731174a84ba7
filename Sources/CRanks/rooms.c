#define _GNU_SOURCE

#include "Rooms.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// A line of memory for each rank: counted by it alone, and looked at by the others.
typedef struct {
  _Alignas(128) uint32_t meetings;
} Place;

enum { head = 4096, most_ranks = (head - 128) / sizeof(Place) };

struct whet_rooms {
  unsigned char *start;
  size_t length;
  int ranks, file;
  uint32_t meetings;
};

static size_t bytes(size_t length) { return head + 2 * length * sizeof(float); }

static whet_rooms *map(int file, size_t length, int ranks) {
  void *start = mmap(NULL, bytes(length), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (start == MAP_FAILED) return NULL;
  whet_rooms *rooms = malloc(sizeof *rooms);
  if (rooms) {
    *rooms = (whet_rooms){.start = start, .length = length, .ranks = ranks, .file = -1};
  } else {
    munmap(start, bytes(length));
  }
  return rooms;
}

whet_rooms *whet_rooms_make(size_t length, int ranks, const uint32_t secret[2], uint32_t key[4]) {
  if (ranks > most_ranks) return NULL;
  int file = memfd_create("whet ranks", MFD_CLOEXEC);
  if (file < 0) return NULL;
  whet_rooms *rooms = ftruncate(file, (off_t)bytes(length)) == 0 ? map(file, length, ranks) : NULL;
  if (!rooms) {
    close(file);
    return NULL;
  }
  rooms->file = file;
  memcpy(rooms->start, secret, 2 * sizeof(uint32_t));
  key[0] = (uint32_t)getpid();
  key[1] = (uint32_t)file;
  memcpy(key + 2, secret, 2 * sizeof(uint32_t));
  return rooms;
}

whet_rooms *whet_rooms_open(size_t length, int ranks, const uint32_t key[4]) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%u/fd/%u", key[0], key[1]);
  // On another machine the numbers may name any file of this user: its size and the secret tell.
  int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return NULL;
  whet_rooms *rooms = lseek(file, 0, SEEK_END) == (off_t)bytes(length) ? map(file, length, ranks) : NULL;
  close(file);
  if (rooms && memcmp(rooms->start, key + 2, 2 * sizeof(uint32_t)) != 0) {
    whet_rooms_close(rooms);
    return NULL;
  }
  return rooms;
}

float *whet_room(const whet_rooms *rooms, int number) {
  return (float *)(void *)(rooms->start + head + (size_t)number * rooms->length * sizeof(float));
}

static void pause_once(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

void whet_rooms_meet(whet_rooms *rooms, int rank) {
  Place *places = (Place *)(void *)(rooms->start + 128);
  uint32_t wanted = ++rooms->meetings;
  __atomic_store_n(&places[rank].meetings, wanted, __ATOMIC_RELEASE);
  for (int other = 0; other < rooms->ranks; other++) {
    uint32_t *meetings = &places[other].meetings;
    // Some microseconds of looking, then others may have the processor: there may be more ranks than processors.
    for (int tries = 0; (int32_t)(__atomic_load_n(meetings, __ATOMIC_ACQUIRE) - wanted) < 0; tries++) {
      if (tries < 500) {
        pause_once();
      } else {
        sched_yield();
      }
    }
  }
}

void whet_rooms_close(whet_rooms *rooms) {
  munmap(rooms->start, bytes(rooms->length));
  if (rooms->file >= 0) close(rooms->file);
  free(rooms);
}
