// Libraries that are opened when they are first needed.
#pragma once
#include <pthread.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A function of a library: where its address goes, its name, and whether older versions may lack it.
typedef struct {
  void *place;
  const char *name;
  int is_optional;
} whet_function;

/// A library, its names with the newest first, and the functions wanted of it.
typedef struct {
  const char *const *names;
  const whet_function *functions;
  /// Called once, when the library has been opened; may be NULL.
  void (*prepare)(void);
  pthread_mutex_t lock;
  int is_open;
} whet_library;

/// Opens a library unless it is open. A library that is missing is looked for again each time: it may have been installed
/// meanwhile. The folder in WHET_LIBRARIES is looked into first. Returns whether it is there.
int whet_open_library(whet_library *library);

/// Copies words into a message of `whet_message_size` bytes, cut where they are longer.
void whet_tell(char *message, const char *words);

#ifdef __cplusplus
}
#endif
