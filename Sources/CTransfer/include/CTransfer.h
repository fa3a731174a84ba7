/// Downloads over HTTP, by a libcurl that is loaded when the first one begins: a program that downloads nothing pays
/// nothing for it, and one on a machine without libcurl starts all the same.
///
/// In C because libcurl's options are set by a function with variable arguments, which Swift cannot call.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// How a transfer ended.
typedef enum {
  /// The server sent all it wanted to send.
  WHET_TRANSFER_DONE,
  /// `goes_on` answered 0.
  WHET_TRANSFER_INTERRUPTED,
  /// Nothing came for as long as was allowed.
  WHET_TRANSFER_STALLED,
  /// `begin` or `take` answered 0.
  WHET_TRANSFER_DECLINED,
  /// libcurl gave up; its code and words are in the result.
  WHET_TRANSFER_FAILED,
} whet_transfer_outcome;

/// What a server says before it sends the content.
typedef struct {
  /// HTTP's status code.
  int status;
  /// How many bytes it is going to send; -1 where it does not say.
  int64_t length;
  /// The place of the first byte it sends, by its Content-Range; -1 where there is none.
  int64_t first_byte;
} whet_response;

/// What is to be transferred.
typedef struct {
  const char *url;
  /// The place of the first byte wanted; 0 for the whole content.
  int64_t first_byte;
  /// For how many seconds nothing may come; as long a connection may take.
  int patience;
  /// What the server is told of the program.
  const char *user_agent;
  /// Passed to the functions.
  void *context;
  /// Told of the answer before its first byte, also of an empty one; 0 to have nothing of it.
  int (*begin)(void *context, const whet_response *response);
  /// Given the content, piece by piece; 0 to have no more.
  int (*take)(void *context, const uint8_t *bytes, size_t count);
  /// Asked at least twenty times a second whether to go on.
  int (*goes_on)(void *context);
} whet_transfer_request;

/// How it went.
typedef struct {
  whet_transfer_outcome outcome;
  /// libcurl's code (CURLcode), 0 where it is content.
  int code;
  /// libcurl's words, for people.
  char message[256];
} whet_transfer_result;

/// libcurl's codes that are told apart.
extern const int whet_transfer_partial, whet_transfer_resolve, whet_transfer_resolve_proxy, whet_transfer_connect,
    whet_transfer_redirects, whet_transfer_protocol, whet_transfer_url, whet_transfer_certificates;

/// A connection that is kept from one transfer to the next. Used by one thread at a time.
typedef struct whet_transfer whet_transfer;

/// Prepares for transfers; NULL where there is no libcurl. The names that were looked for are then in `missing`.
whet_transfer *whet_transfer_open(const char **missing);
/// Transfers. The functions are called on this thread, and none of them after the return.
void whet_transfer_run(whet_transfer *transfer, const whet_transfer_request *request, whet_transfer_result *result);
void whet_transfer_close(whet_transfer *transfer);
