// The functions of the C library that the core uses, for chips whose compiler comes without one.
#ifndef BARE_STRING_H
#define BARE_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *bytes, int value, size_t size);
void *memchr(const void *bytes, int wanted, size_t size);
char *strchr(const char *text, int wanted);
int strcmp(const char *text, const char *other);
size_t strlen(const char *text);

#endif
