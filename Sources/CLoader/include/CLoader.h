#ifndef CLOADER_H
#define CLOADER_H

#include <stddef.h>

/// A function of a library, and where its address is stored.
typedef struct cloader_symbol {
  const char *name;
  void *place;
} cloader_symbol;

/// Opens a library of the system, and stores the addresses of functions.
///
/// - Parameters:
///   - names: The file names of the library, which are tried in order, and null after them.
///   - symbols: The functions.
///   - count: The number of functions.
///   - advice: What the message about a missing function ends with.
///   - failure: The place for the reason why the library cannot be used.
///   - size: The size of that place.
/// - Returns: The library, or null.
void *cloader_open(const char *const *names, const cloader_symbol *symbols, size_t count, const char *advice,
                   char *failure, size_t size);

#endif
