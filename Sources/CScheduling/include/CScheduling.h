// How long a thread runs before others that wait have their turn.
#ifndef CSCHEDULING_H
#define CSCHEDULING_H

// Sets the slice of the calling thread, in microseconds; 0 for what the system gives everybody. A thread with a shorter
// slice takes the place of one with a longer one as soon as it wakes; in the long run both get the same share. Linux heeds it
// from 6.12 on, without any privilege, within 100 to 100,000 µs; elsewhere nothing changes. Threads inherit it from those
// that start them. Returns 0, or the system's error number.
int whet_set_slice(unsigned microseconds);

// The slice of the calling thread, in microseconds; 0 where the system does not tell.
unsigned whet_slice(void);

#endif
