// Memory that the processes of one machine share, in two rooms of equal size. Rank 0 makes it; the others open it by the number of
// its process and of its file, which belongs to its user alone and has no name. It vanishes with the last of them.
#ifndef WHET_ROOMS_H
#define WHET_ROOMS_H

#include <stddef.h>
#include <stdint.h>

typedef struct whet_rooms whet_rooms;

// Makes them, each for `length` numbers, and writes what the others need to open them; the last two words of it are the secret that
// tells this memory from any other. Null where there is no such memory.
whet_rooms *whet_rooms_make(size_t length, int ranks, const uint32_t secret[2], uint32_t key[4]);
// Opens them in another process. Null where they are on another machine, or may not be opened.
whet_rooms *whet_rooms_open(size_t length, int ranks, const uint32_t key[4]);
// The first number of room 0 or 1.
float *whet_room(const whet_rooms *rooms, int number);
// Waits until all ranks have come here as often as this one. What they wrote before is there afterwards.
void whet_rooms_meet(whet_rooms *rooms, int rank);
// Gives them up.
void whet_rooms_close(whet_rooms *rooms);

#endif
