#include "CRanks.h"

#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>

// Calls may come from any thread, one at a time.
enum { thread_serialized = 2 };

// Functions whose arguments are the same in both libraries.
static struct {
  int (*init)(int *, char ***, int, int *);
  int (*finalize)(void);
} common;

static int library_in_use = -1;

static void *library;

static int find(void *place, const char *name) {
  void *symbol = dlsym(library, name);
  if (!symbol) return 0;
  *(void **)place = symbol;
  return 1;
}

// Open MPI: a communicator and a type are addresses.

static struct {
  int (*rank)(void *, int *);
  int (*size)(void *, int *);
  int (*gather)(const void *, int, void *, void *, const int *, const int *, void *, void *, void **);
  int (*test)(void **, int *, void *);
  int (*abort)(void *, int);
  void *world, *numbers, *nothing;
} open_mpi;

static int find_open_mpi(void) {
  open_mpi.world = dlsym(library, "ompi_mpi_comm_world");
  open_mpi.numbers = dlsym(library, "ompi_mpi_float");
  open_mpi.nothing = dlsym(library, "ompi_mpi_datatype_null");
  return open_mpi.world && open_mpi.numbers && open_mpi.nothing && find(&open_mpi.rank, "MPI_Comm_rank") &&
         find(&open_mpi.size, "MPI_Comm_size") && find(&open_mpi.gather, "MPI_Iallgatherv") &&
         find(&open_mpi.test, "MPI_Test") && find(&open_mpi.abort, "MPI_Abort");
}

static int gather_open_mpi(float *numbers, const int *counts, const int *starts) {
  void *request = NULL;
  void *const in_place = (void *)1;
  int error = open_mpi.gather(
    in_place, 0, open_mpi.nothing, numbers, counts, starts, open_mpi.numbers, open_mpi.world, &request);
  for (int done = 0; !error;) {
    error = open_mpi.test(&request, &done, NULL);
    if (done) break;
    sched_yield();
  }
  return error;
}

// MPICH, and what follows its initiative: they are numbers.

static struct {
  int (*rank)(int, int *);
  int (*size)(int, int *);
  int (*gather)(const void *, int, int, void *, const int *, const int *, int, int, int *);
  int (*test)(int *, int *, void *);
  int (*abort)(int, int);
} mpich;

enum { mpich_world = 0x44000000, mpich_float = 0x4c00040a, mpich_no_type = 0x0c000000 };

static int find_mpich(void) {
  return find(&mpich.rank, "MPI_Comm_rank") && find(&mpich.size, "MPI_Comm_size") &&
         find(&mpich.gather, "MPI_Iallgatherv") && find(&mpich.test, "MPI_Test") && find(&mpich.abort, "MPI_Abort");
}

static int gather_mpich(float *numbers, const int *counts, const int *starts) {
  int request = 0;
  void *const in_place = (void *)(intptr_t)-1, *const no_status = (void *)1;
  int error =
    mpich.gather(in_place, 0, mpich_no_type, numbers, counts, starts, mpich_float, mpich_world, &request);
  for (int done = 0; !error;) {
    error = mpich.test(&request, &done, no_status);
    if (done) break;
    sched_yield();
  }
  return error;
}

static const char *const names[2][3] = {
  {"libmpi.so.40", "libmpi.so", NULL},
  {"libmpich.so.12", "libmpi.so.12", NULL},
};

static int load(int wanted, const char **trouble) {
  // Open MPI's plug-ins look for the library's symbols among those of the whole program.
  for (const char *const *name = names[wanted]; *name; name++) {
    library = dlopen(*name, RTLD_NOW | RTLD_GLOBAL);
    if (library) break;
    if (name == names[wanted]) *trouble = dlerror();
  }
  if (!library) return 0;
  *trouble = "it lacks functions of MPI 3";
  if (!find(&common.init, "MPI_Init_thread") || !find(&common.finalize, "MPI_Finalize")) return 0;
  return wanted == whet_open_mpi ? find_open_mpi() : find_mpich();
}

int whet_ranks_begin(int wanted, int *rank, int *count, const char **trouble) {
  if (!load(wanted, trouble)) return -1;
  *trouble = "the processes of the training did not find each other";
  int provided = 0;
  int error = common.init(NULL, NULL, thread_serialized, &provided);
  if (error) return error;
  library_in_use = wanted;
  if (wanted == whet_open_mpi) {
    error = open_mpi.rank(open_mpi.world, rank);
    return error ? error : open_mpi.size(open_mpi.world, count);
  }
  error = mpich.rank(mpich_world, rank);
  return error ? error : mpich.size(mpich_world, count);
}

int whet_ranks_gather(float *numbers, const int *counts, const int *starts) {
  return library_in_use == whet_open_mpi ? gather_open_mpi(numbers, counts, starts)
                                         : gather_mpich(numbers, counts, starts);
}

void whet_ranks_end(void) {
  if (library_in_use >= 0) common.finalize();
  library_in_use = -1;
}

void whet_ranks_abort(int code) {
  if (library_in_use == whet_open_mpi) open_mpi.abort(open_mpi.world, code);
  if (library_in_use == whet_mpich) mpich.abort(mpich_world, code);
}
