#include "library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CDecoders.h"

static int find_functions(void *handle, const whet_function *functions) {
  for (const whet_function *wanted = functions; wanted->name; wanted++) {
    void *function = dlsym(handle, wanted->name);
    if (!function && !wanted->is_optional) return 0;
    *(void **)wanted->place = function;
  }
  return 1;
}

static int open_name(whet_library *library, const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
  if (find_functions(handle, library->functions)) return 1;
  dlclose(handle);
  return 0;
}

static int open_any(whet_library *library) {
  const char *folder = getenv("WHET_LIBRARIES");
  char path[PATH_MAX];
  for (const char *const *name = library->names; folder && *folder && *name; name++)
    if (snprintf(path, sizeof path, "%s/%s", folder, *name) < (int)sizeof path && open_name(library, path)) return 1;
  for (const char *const *name = library->names; *name; name++)
    if (open_name(library, *name)) return 1;
  return 0;
}

int whet_open_library(whet_library *library) {
  pthread_mutex_lock(&library->lock);
  if (!library->is_open && open_any(library)) {
    if (library->prepare) library->prepare();
    library->is_open = 1;
  }
  int is_open = library->is_open;
  pthread_mutex_unlock(&library->lock);
  return is_open;
}

void whet_tell(char *message, const char *words) { snprintf(message, whet_message_size, "%s", words ? words : ""); }
