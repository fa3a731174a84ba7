// How long a thread runs before others that wait have their turn.
#ifndef CSCHEDULING_H
#define CSCHEDULING_H

// Sets the slice of the calling thread, in microseconds; 0 for what the system gives everybody. A thread with a shorter
// slice takes the place of one with a longer one as soon as it wakes; in the long run both get the same share. Linux heeds it
// from 6.12 on, without any privilege, within 100 to 100,000 µs; elsewhere nothing changes. Threads inherit it from those
// that start them. Returns 0, or the system's error number.
int whet_set_slice(unsigned microseconds);

// Whoever shares out work among processors calls this each time. A thread that does so again and again computes for long: it
// gets a long slice, so that all who wake while it runs take its place at once, in this process or another, and do not wait
// for their turn. One that has set a slice of its own keeps it. Costs next to nothing.
void whet_note_shared_work(void);

// What the calling thread computed is done: it has the usual slice again, if it got another by that.
void whet_end_shared_work(void);

// The slice of threads that compute, in microseconds.
enum { whet_computing_slice = 10000 };

// The slice of the calling thread, in microseconds; 0 where the system does not tell.
unsigned whet_slice(void);

#endif
