// libcurl, loaded when it is first asked for.
#pragma once
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>

/// The functions of libcurl that are used.
static struct {
  CURLcode (*global_init)(long);
  CURL *(*init)(void);
  void (*reset)(CURL *);
  void (*cleanup)(CURL *);
  CURLcode (*setopt)(CURL *, CURLoption, ...);
  CURLcode (*getinfo)(CURL *, CURLINFO, ...);
  const char *(*strerror)(CURLcode);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*add)(CURLM *, CURL *);
  CURLMcode (*remove)(CURLM *, CURL *);
  CURLMcode (*perform)(CURLM *, int *);
  CURLMcode (*poll)(CURLM *, struct curl_waitfd[], unsigned int, int, int *);
  CURLMsg *(*info)(CURLM *, int *);
} curl;

static int is_loaded;

/// The library's names: OpenSSL's flavour first, then GnuTLS's.
#if defined(__APPLE__)
static const char *const library_names[] = {"/usr/lib/libcurl.4.dylib", "libcurl.4.dylib"};
#else
static const char *const library_names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif

static int find_functions(void *library) {
  const struct { void *place; const char *name; } wanted[] = {
    {&curl.global_init, "curl_global_init"}, {&curl.init, "curl_easy_init"},
    {&curl.reset, "curl_easy_reset"}, {&curl.cleanup, "curl_easy_cleanup"},
    {&curl.setopt, "curl_easy_setopt"}, {&curl.getinfo, "curl_easy_getinfo"},
    {&curl.strerror, "curl_easy_strerror"}, {&curl.multi_init, "curl_multi_init"},
    {&curl.multi_cleanup, "curl_multi_cleanup"}, {&curl.add, "curl_multi_add_handle"},
    {&curl.remove, "curl_multi_remove_handle"}, {&curl.perform, "curl_multi_perform"},
    {&curl.poll, "curl_multi_poll"}, {&curl.info, "curl_multi_info_read"},
  };
  for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
    void *function = dlsym(library, wanted[index].name);
    if (!function) return 0;
    *(void **)wanted[index].place = function;
  }
  return 1;
}

static void load(void) {
  for (size_t index = 0; index < sizeof library_names / sizeof *library_names; index++) {
    void *library = dlopen(library_names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    if (find_functions(library) && curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
      is_loaded = 1;
      return;
    }
  }
}

/// Loads libcurl once. Whether it is there; the name of what is missing where it is not.
static int whet_load_library(const char **missing) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!is_loaded) *missing = library_names[0];
  return is_loaded;
}
