// How the C library takes memory from the system.
#ifndef CMEMORY_H
#define CMEMORY_H

// Has all threads allocate from one region. By default the C library reserves 64 MiB of address space for every thread that
// allocates: where a limit is set on the address space, it is used up before there is any work. To be called before there are
// threads. Returns whether the C library heeds it.
int whet_use_one_region(void);

#endif
