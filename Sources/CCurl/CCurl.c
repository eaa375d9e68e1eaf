#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "CLoader.h"

#ifdef __APPLE__
static const char *const library_names[] = {"/usr/lib/libcurl.4.dylib", NULL};
#else
static const char *const library_names[] = {"libcurl.so.4", NULL};
#endif

static ccurl_functions functions;
static char failure[512];
static bool is_loaded = false;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// A message of libcurl: `CURLMsg` in curl.h.
typedef struct message {
  int kind;
  ccurl_easy *easy;
  union {
    void *other;
    int code;
  } data;
} message;

static int (*global_init)(long flags);
static int (*easy_setopt)(ccurl_easy *easy, int option, ...);
static int (*easy_getinfo)(ccurl_easy *easy, int info, ...);
static message *(*multi_info_read)(ccurl_multi *multi, int *count);

static const cloader_symbol symbols[] = {
    {"curl_global_init", &global_init},
    {"curl_easy_init", &functions.easy_init},
    {"curl_easy_cleanup", &functions.easy_cleanup},
    {"curl_easy_strerror", &functions.easy_strerror},
    {"curl_easy_setopt", &easy_setopt},
    {"curl_easy_getinfo", &easy_getinfo},
    {"curl_slist_append", &functions.slist_append},
    {"curl_slist_free_all", &functions.slist_free_all},
    {"curl_multi_init", &functions.multi_init},
    {"curl_multi_cleanup", &functions.multi_cleanup},
    {"curl_multi_add_handle", &functions.multi_add_handle},
    {"curl_multi_remove_handle", &functions.multi_remove_handle},
    {"curl_multi_perform", &functions.multi_perform},
    {"curl_multi_info_read", &multi_info_read},
    // Since 7.66 and 7.68.
    {"curl_multi_poll", &functions.multi_poll},
    {"curl_multi_wakeup", &functions.multi_wakeup},
};

/// Keeps OpenSSL, if libcurl uses it, from freeing its data when the program exits.
///
/// Other threads may still use OpenSSL then, or end and free their part of the data.
static void keep_openssl_until_end(void *library) {
  int (*init_crypto)(uint64_t options, const void *settings) = NULL;
  *(void **)&init_crypto = dlsym(library, "OPENSSL_init_crypto");
  const uint64_t no_atexit = 0x00080000;
  if (init_crypto != NULL) init_crypto(no_atexit, NULL);
}

static void load(void) {
  void *library = cloader_open(
      library_names, symbols, sizeof symbols / sizeof symbols[0], "; version 7.68 or later is needed", failure,
      sizeof failure);
  if (library == NULL) return;
  keep_openssl_until_end(library);
  const long everything = 3;
  int code = global_init(everything);
  if (code != CURLE_OK) {
    snprintf(failure, sizeof failure, "%s", functions.easy_strerror(code));
    return;
  }
  is_loaded = true;
}

const ccurl_functions *ccurl_load(const char **reason) {
  pthread_once(&once, load);
  *reason = failure;
  return is_loaded ? &functions : NULL;
}

void ccurl_set_number(ccurl_easy *easy, ccurl_option option, long value) { easy_setopt(easy, option, value); }

void ccurl_set_size(ccurl_easy *easy, ccurl_option option, int64_t value) { easy_setopt(easy, option, value); }

bool ccurl_set_pointer(ccurl_easy *easy, ccurl_option option, const void *value) {
  return easy_setopt(easy, option, value) == CURLE_OK;
}

void ccurl_set_function(ccurl_easy *easy, ccurl_option option, ccurl_data_function value) {
  easy_setopt(easy, option, value);
}

// What curl_easy_getinfo returns: the type and the number of the information.
enum {
  CURLINFO_RESPONSE_CODE = 0x200000 + 2,
  CURLINFO_HTTP_CONNECTCODE = 0x200000 + 22,
  CURLINFO_REDIRECT_URL = 0x100000 + 31,
  CURLINFO_RETRY_AFTER = 0x600000 + 57,
};

long ccurl_status(ccurl_easy *easy) {
  long status = 0;
  return easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

long ccurl_proxy_status(ccurl_easy *easy) {
  long status = 0;
  return easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK ? status : 0;
}

int64_t ccurl_retry_after(ccurl_easy *easy) {
  int64_t seconds = 0;
  return easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? seconds : 0;
}

const char *ccurl_redirect_url(ccurl_easy *easy) {
  const char *url = NULL;
  return easy_getinfo(easy, CURLINFO_REDIRECT_URL, &url) == CURLE_OK ? url : NULL;
}

ccurl_easy *ccurl_next_ended(ccurl_multi *multi, ccurl_code *code) {
  const int done = 1;
  int count = 0;
  message *next;
  while ((next = multi_info_read(multi, &count)) != NULL) {
    if (next->kind != done) continue;
    *code = (ccurl_code)next->data.code;
    return next->easy;
  }
  return NULL;
}

typedef struct thread_start {
  void (*body)(void *context);
  void *context;
} thread_start;

static void *run_thread(void *argument) {
  thread_start start = *(thread_start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

bool ccurl_start_thread(void (*body)(void *context), void *context) {
  thread_start *start = malloc(sizeof *start);
  if (start == NULL) return false;
  *start = (thread_start){body, context};
  // A thread inherits the signal mask of the thread that starts it.
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  pthread_t thread;
  int code = pthread_create(&thread, NULL, run_thread, start);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  if (code != 0) {
    free(start);
    return false;
  }
  pthread_detach(thread);
  return true;
}
