// The part of libcurl's C interface that the project uses, declared here, because the library's headers may be missing.
//
// The library is loaded when it is first needed and not linked, so that a program starts without it, and can explain
// that it is missing. Names and numbers are those of curl.h, which libcurl never changes.

#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A transfer: `CURL` in curl.h.
typedef struct ccurl_easy ccurl_easy;
/// The transfers of a thread and their connections: `CURLM` in curl.h.
typedef struct ccurl_multi ccurl_multi;
/// A list of texts.
typedef struct curl_slist curl_slist;

/// Receives a part of a response, or writes a part of a request, and returns the number of bytes.
typedef size_t (*ccurl_data_function)(char *bytes, size_t size, size_t count, void *context);

/// The functions of the library, with the names and types of libcurl's documentation.
///
/// After `ccurl_load` has succeeded, none of them is null.
typedef struct ccurl_functions {
  ccurl_easy *(*easy_init)(void);
  void (*easy_cleanup)(ccurl_easy *easy);
  const char *(*easy_strerror)(int code);

  curl_slist *(*slist_append)(curl_slist *list, const char *text);
  void (*slist_free_all)(curl_slist *list);

  ccurl_multi *(*multi_init)(void);
  int (*multi_cleanup)(ccurl_multi *multi);
  int (*multi_add_handle)(ccurl_multi *multi, ccurl_easy *easy);
  int (*multi_remove_handle)(ccurl_multi *multi, ccurl_easy *easy);
  int (*multi_perform)(ccurl_multi *multi, int *running);
  int (*multi_poll)(ccurl_multi *multi, void *extra, unsigned extra_count, int milliseconds, int *ready);
  int (*multi_wakeup)(ccurl_multi *multi);
} ccurl_functions;

/// Loads and initializes the library once, and returns its functions, or null if it is missing or too old.
///
/// On failure, `reason` becomes a text that lives as long as the process.
const ccurl_functions *ccurl_load(const char **reason);

typedef enum ccurl_option {
  // Numbers
  CURLOPT_LOW_SPEED_LIMIT = 19,
  CURLOPT_LOW_SPEED_TIME = 20,
  CURLOPT_POST = 47,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_TIMEOUT_MS = 155,
  CURLOPT_CONNECTTIMEOUT_MS = 156,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_MAXAGE_CONN = 288,
  // Pointers and texts; libcurl copies the texts
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_READDATA = 10009,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_USERAGENT = 10018,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CAINFO = 10065,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_NOPROXY = 10177,
  // Functions
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_READFUNCTION = 20012,
  CURLOPT_HEADERFUNCTION = 20079,
  // 64-bit numbers
  CURLOPT_POSTFIELDSIZE_LARGE = 30120,
} ccurl_option;

enum {
  CURLPROTO_HTTP = 1 << 0,
  CURLPROTO_HTTPS = 1 << 1,
  CURL_ERROR_SIZE = 256,
};

/// The results of a transfer that the project distinguishes.
typedef enum ccurl_code {
  CURLE_OK = 0,
  CURLE_UNSUPPORTED_PROTOCOL = 1,
  CURLE_FAILED_INIT = 2,
  CURLE_URL_MALFORMAT = 3,
  CURLE_NOT_BUILT_IN = 4,
  CURLE_COULDNT_RESOLVE_PROXY = 5,
  CURLE_COULDNT_RESOLVE_HOST = 6,
  CURLE_COULDNT_CONNECT = 7,
  CURLE_WEIRD_SERVER_REPLY = 8,
  CURLE_HTTP2 = 16,
  CURLE_PARTIAL_FILE = 18,
  CURLE_WRITE_ERROR = 23,
  CURLE_OUT_OF_MEMORY = 27,
  CURLE_OPERATION_TIMEDOUT = 28,
  CURLE_SSL_CONNECT_ERROR = 35,
  CURLE_INTERFACE_FAILED = 45,
  CURLE_SSL_CERTIFICATE_OBSOLETE = 51,
  CURLE_GOT_NOTHING = 52,
  CURLE_SSL_ENGINE_NOTFOUND = 53,
  CURLE_SSL_ENGINE_SETFAILED = 54,
  CURLE_SEND_ERROR = 55,
  CURLE_RECV_ERROR = 56,
  CURLE_SSL_CERTPROBLEM = 58,
  CURLE_SSL_CIPHER = 59,
  CURLE_PEER_FAILED_VERIFICATION = 60,
  CURLE_BAD_CONTENT_ENCODING = 61,
  CURLE_USE_SSL_FAILED = 64,
  CURLE_SEND_FAIL_REWIND = 65,
  CURLE_SSL_ENGINE_INITFAILED = 66,
  CURLE_SSL_CACERT_BADFILE = 77,
  CURLE_SSL_CRL_BADFILE = 82,
  CURLE_SSL_ISSUER_ERROR = 83,
  CURLE_SSL_PINNEDPUBKEYNOTMATCH = 90,
  CURLE_SSL_INVALIDCERTSTATUS = 91,
  CURLE_HTTP2_STREAM = 92,
  CURLE_QUIC_CONNECT_ERROR = 96,
  CURLE_PROXY = 97,
  CURLE_SSL_CLIENTCERT = 98,
  CURLE_TOO_LARGE = 100,
  CURLE_ECH_REQUIRED = 101,
} ccurl_code;

// The library sets options by a function with variable arguments, which Swift cannot call.

/// Sets an option that is a number.
void ccurl_set_number(ccurl_easy *easy, ccurl_option option, long value);
/// Sets an option that is a number of 64 bits.
void ccurl_set_size(ccurl_easy *easy, ccurl_option option, int64_t value);
/// Sets an option that is a pointer or a text.
///
/// It fails only if there is no memory for a copy of the text.
bool ccurl_set_pointer(ccurl_easy *easy, ccurl_option option, const void *value);
/// Sets an option that is a function.
void ccurl_set_function(ccurl_easy *easy, ccurl_option option, ccurl_data_function value);

/// Returns the status of the response, or 0.
long ccurl_status(ccurl_easy *easy);
/// Returns the status with which a proxy answered to the request for a tunnel, or 0.
long ccurl_proxy_status(ccurl_easy *easy);
/// Returns the seconds of the header field Retry-After, or 0.
int64_t ccurl_retry_after(ccurl_easy *easy);
/// Returns the URL to which the response redirects, or null.
const char *ccurl_redirect_url(ccurl_easy *easy);

/// Returns a transfer that ended and its result, or null if no other transfer has ended.
ccurl_easy *ccurl_next_ended(ccurl_multi *multi, ccurl_code *code);

/// Calls a function on a new thread, on which all signals are blocked, and returns whether the thread was started.
///
/// A connection that the server closed would otherwise end the program by SIGPIPE.
bool ccurl_start_thread(void (*body)(void *context), void *context);

#endif
