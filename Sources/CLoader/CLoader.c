#include "CLoader.h"

#include <dlfcn.h>
#include <stdio.h>

void *cloader_open(const char *const *names, const cloader_symbol *symbols, size_t count, const char *advice,
                   char *failure, size_t size) {
  void *library = NULL;
  const char *name = NULL;
  for (; library == NULL && *names != NULL; names += 1) {
    name = *names;
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) {
    snprintf(failure, size, "%s", dlerror());
    return NULL;
  }
  for (size_t index = 0; index < count; index += 1) {
    void *address = dlsym(library, symbols[index].name);
    if (address == NULL) {
      snprintf(failure, size, "%s has no function %s%s", name, symbols[index].name, advice);
      return NULL;
    }
    *(void **)symbols[index].place = address;
  }
  return library;
}
