#include "string.h"

void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t place = 0; place < size; place++)
        ((char *)to)[place] = ((const char *)from)[place];
    return to;
}

void *memset(void *bytes, int value, size_t size)
{
    for (size_t place = 0; place < size; place++)
        ((char *)bytes)[place] = (char)value;
    return bytes;
}

void *memchr(const void *bytes, int wanted, size_t size)
{
    for (const char *byte = bytes; size--; byte++)
        if (*byte == (char)wanted)
            return (void *)byte;
    return NULL;
}

char *strchr(const char *text, int wanted)
{
    return memchr(text, wanted, strlen(text) + 1);
}

int strcmp(const char *text, const char *other)
{
    while (*text && *text == *other)
        text++, other++;
    return (unsigned char)*text - (unsigned char)*other;
}

size_t strlen(const char *text)
{
    const char *end = text;
    while (*end)
        end++;
    return (size_t)(end - text);
}
