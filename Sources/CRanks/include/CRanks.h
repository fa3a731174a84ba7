// What the processes of one training send each other, by an MPI library that is loaded when the first of them begins: a program
// that is no rank pays nothing for it, and neither building nor starting needs one.
//
// In C because Open MPI and MPICH are told of communicators and types in unlike ways: the one by the addresses of symbols of
// the library, the other by numbers. Source: the MPI standard 3.1, the binary interface of MPICH's initiative, and mpi.h of Open
// MPI 4.1.
#ifndef CRANKS_H
#define CRANKS_H

#include "Rooms.h"

// The libraries there are.
enum { whet_open_mpi = 0, whet_mpich = 1 };

// Loads a library and enters the group of processes that mpirun or srun has started. Returns 0, or -1 where it cannot be
// loaded, or the library's error number; `trouble` then says what was the matter, and belongs to the door.
int whet_ranks_begin(int library, int *rank, int *count, const char **trouble);

// Fills in what the others have: `numbers` are those of all ranks, of which those of this rank are there, `counts[r]` of rank r
// from `starts[r]` on. It looks again and again whether all have come, and lets others run meanwhile. Returns 0 or the library's
// error number; by the library's default an error ends all processes of the group.
int whet_ranks_gather(float *numbers, const int *counts, const int *starts);

// Leaves the group; all of its processes do.
void whet_ranks_end(void);

// Ends all processes of the group.
void whet_ranks_abort(int code);

#endif
