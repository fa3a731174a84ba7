#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK
#include "CTransfer.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "library.h"
#include "quiet_pipe.h"

const int whet_transfer_partial = CURLE_PARTIAL_FILE, whet_transfer_resolve = CURLE_COULDNT_RESOLVE_HOST,
          whet_transfer_resolve_proxy = CURLE_COULDNT_RESOLVE_PROXY, whet_transfer_connect = CURLE_COULDNT_CONNECT,
          whet_transfer_redirects = CURLE_TOO_MANY_REDIRECTS, whet_transfer_protocol = CURLE_UNSUPPORTED_PROTOCOL,
          whet_transfer_url = CURLE_URL_MALFORMAT, whet_transfer_certificates = CURLE_SSL_CACERT_BADFILE;

/// How long libcurl may wait before somebody is asked whether to go on, in milliseconds.
enum { glance = 50, most_redirects = 10 };

struct whet_transfer {
  CURLM *multi;
  CURL *easy;
  const whet_transfer_request *request;
  whet_response response;
  int has_begun, is_declined;
  int64_t last_sign;
  char message[CURL_ERROR_SIZE];
};

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Tells of the answer once, when all its lines are there.
static int begin(whet_transfer *transfer) {
  if (transfer->has_begun) return 1;
  transfer->has_begun = 1;
  long status = 0;
  curl_off_t length = -1;
  curl.getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  curl.getinfo(transfer->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  transfer->response.status = (int)status;
  transfer->response.length = length;
  return transfer->request->begin(transfer->request->context, &transfer->response);
}

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  whet_transfer *transfer = context;
  if (!transfer->request) return 0;
  transfer->last_sign = milliseconds();
  if (begin(transfer) && transfer->request->take(transfer->request->context, (const uint8_t *)bytes, size * count))
    return size * count;
  transfer->is_declined = 1;
  return 0;
}

/// Reads "Content-Range: bytes 100-199/200". Every answer, also one that leads elsewhere, begins with "HTTP/".
static size_t read_header(char *line, size_t size, size_t count, void *context) {
  static const char name[] = "content-range:";
  whet_transfer *transfer = context;
  size_t length = size * count;
  if (!transfer->request) return 0;
  transfer->last_sign = milliseconds();
  if (length >= 5 && strncasecmp(line, "HTTP/", 5) == 0) transfer->response.first_byte = -1;
  char text[128] = {0};
  if (length < sizeof name || length >= sizeof text || strncasecmp(line, name, sizeof name - 1) != 0) return length;
  memcpy(text, line, length);
  char *value = text + sizeof name - 1 + strspn(text + sizeof name - 1, " \t"), *end = value;
  if (strncasecmp(value, "bytes ", 6) != 0) return length;
  long long first = strtoll(value + 6, &end, 10);
  if (end > value + 6 && *end == '-' && first >= 0) transfer->response.first_byte = first;
  return length;
}

/// Only HTTP, and never anywhere else, whatever a server answers.
static CURLcode allow_http_only(CURL *easy) {
  CURLcode code = CURLE_UNKNOWN_OPTION;
#if LIBCURL_VERSION_NUM >= 0x075500
  code = curl.setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  if (code == CURLE_OK) return curl.setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#endif
  code = curl.setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  if (code != CURLE_OK) return code;
  return curl.setopt(easy, CURLOPT_REDIR_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

static CURLcode prepare(whet_transfer *transfer, const whet_transfer_request *request) {
  CURL *easy = transfer->easy;
  curl.reset(easy);
  transfer->request = request;
  transfer->response = (whet_response){.status = 0, .length = -1, .first_byte = -1};
  transfer->has_begun = transfer->is_declined = 0;
  transfer->last_sign = milliseconds();
  transfer->message[0] = 0;
  curl.setopt(easy, CURLOPT_ERRORBUFFER, transfer->message);
  curl.setopt(easy, CURLOPT_USERAGENT, request->user_agent);
  curl.setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl.setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl.setopt(easy, CURLOPT_MAXREDIRS, (long)most_redirects);
  curl.setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl.setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)request->patience);
  curl.setopt(easy, CURLOPT_WRITEFUNCTION, take);
  curl.setopt(easy, CURLOPT_WRITEDATA, transfer);
  curl.setopt(easy, CURLOPT_HEADERFUNCTION, read_header);
  curl.setopt(easy, CURLOPT_HEADERDATA, transfer);
#if LIBCURL_VERSION_NUM >= 0x075700
  // An interrupt does not wait for a name server.
  curl.setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
  // Asked for as a range and not as a resumption, which libcurl gives up where a server sends the whole.
  char range[32];
  snprintf(range, sizeof range, "%lld-", (long long)request->first_byte);
  curl.setopt(easy, CURLOPT_RANGE, request->first_byte > 0 ? range : NULL);
  CURLcode code = allow_http_only(easy);
  return code == CURLE_OK ? curl.setopt(easy, CURLOPT_URL, request->url) : code;
}

/// Transfers until there is an end of it.
static whet_transfer_outcome drive(whet_transfer *transfer, int *code) {
  const whet_transfer_request *request = transfer->request;
  int running = 1;
  while (1) {
    if (curl.perform(transfer->multi, &running) != CURLM_OK) return WHET_TRANSFER_FAILED;
    if (transfer->is_declined) return WHET_TRANSFER_DECLINED;
    if (running == 0) break;
    if (!request->goes_on(request->context)) return WHET_TRANSFER_INTERRUPTED;
    if (milliseconds() - transfer->last_sign > 1000 * (int64_t)request->patience) return WHET_TRANSFER_STALLED;
    curl.poll(transfer->multi, NULL, 0, glance, NULL);
  }
  int left = 0;
  CURLMsg *message;
  while ((message = curl.info(transfer->multi, &left)))
    if (message->msg == CURLMSG_DONE) *code = message->data.result;
  if (*code != CURLE_OK) return WHET_TRANSFER_FAILED;
  return begin(transfer) ? WHET_TRANSFER_DONE : WHET_TRANSFER_DECLINED;
}

/// Frees libcurl's handles, which may have to wait for a name server.
static void *free_handles(void *given) {
  whet_transfer *transfer = given;
  if (transfer->easy) curl.remove(transfer->multi, transfer->easy);
  if (transfer->easy) curl.cleanup(transfer->easy);
  if (transfer->multi) curl.multi_cleanup(transfer->multi);
  free(transfer);
  return NULL;
}

/// Leaves what goes on to a thread that nobody waits for, and starts afresh.
static void abandon(whet_transfer *transfer) {
  whet_transfer *old = malloc(sizeof *old);
  if (!old) return;
  *old = *transfer;
  // The old handles may still speak, but nobody listens.
  curl.setopt(old->easy, CURLOPT_ERRORBUFFER, NULL);
  curl.setopt(old->easy, CURLOPT_WRITEDATA, old);
  curl.setopt(old->easy, CURLOPT_HEADERDATA, old);
  old->request = NULL;
  *transfer = (whet_transfer){.multi = curl.multi_init(), .easy = curl.init()};
  pthread_t thread;
  if (pthread_create(&thread, NULL, free_handles, old) == 0) pthread_detach(thread);
  else free_handles(old);
}

whet_transfer *whet_transfer_open(const char **missing) {
  if (!whet_load_library(missing)) return NULL;
  whet_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  *transfer = (whet_transfer){.multi = curl.multi_init(), .easy = curl.init()};
  return transfer;
}

void whet_transfer_run(whet_transfer *transfer, const whet_transfer_request *request, whet_transfer_result *result) {
  *result = (whet_transfer_result){.outcome = WHET_TRANSFER_FAILED, .code = CURLE_OUT_OF_MEMORY};
  if (!transfer->multi || !transfer->easy) return;
  whet_quiet_pipe pipe = whet_silence_pipe();
  int code = prepare(transfer, request);
  if (code == CURLE_OK && curl.add(transfer->multi, transfer->easy) == CURLM_OK)
    result->outcome = drive(transfer, &code);
  result->code = code;
  const char *words = transfer->message[0] ? transfer->message : code ? curl.strerror(code) : "";
  strncpy(result->message, words, sizeof result->message - 1);
  if (result->outcome == WHET_TRANSFER_INTERRUPTED || result->outcome == WHET_TRANSFER_STALLED) abandon(transfer);
  else curl.remove(transfer->multi, transfer->easy);
  transfer->request = NULL;
  whet_restore_pipe(pipe);
}

void whet_transfer_close(whet_transfer *transfer) { free_handles(transfer); }
