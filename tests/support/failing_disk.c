// A disk that is full from a chosen call on: loaded before libc (LD_PRELOAD), it counts the calls
// that write within one folder, and lets them fail with ENOSPC. Linux only.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum how { ALL_LATER, ONLY_ONE, SHORT_WRITE_FIRST };

static char folder[PATH_MAX];
static long calls, first;
static int way;

void disk_fails(const char *path, long number, int how)
{
    snprintf(folder, sizeof folder, "%s", path);
    calls = 0;
    first = number;
    way = how;
}

long disk_calls(void) { return calls; }

static int is_within(const char *path)
{
    size_t length = strlen(folder);
    return length && strncmp(path, folder, length) == 0 && path[length] == '/';
}

static int is_open_within(int file)
{
    char link[64], path[PATH_MAX];
    if (!folder[0])
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return is_within(path);
}

static int fails(void)
{
    calls++;
    if (way == ONLY_ONE ? calls != first : calls < first)
        return 0;
    errno = ENOSPC;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *data, size_t size)
{
    if (is_open_within(file) && fails()) {
        if (way != SHORT_WRITE_FIRST || calls != first || size < 2)
            return -1;
        size /= 2;
    }
    return REAL(write)(file, data, size);
}

#define PWRITE(name, offset_type)                                               \
    ssize_t name(int file, const void *data, size_t size, offset_type offset)    \
    {                                                                            \
        return is_open_within(file) && fails() ? -1                              \
                                               : REAL(name)(file, data, size, offset); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

int fsync(int file) { return is_open_within(file) && fails() ? -1 : REAL(fsync)(file); }
int fdatasync(int file) { return is_open_within(file) && fails() ? -1 : REAL(fdatasync)(file); }

#define OPEN(name)                                                               \
    int name(const char *path, int flags, ...)                                   \
    {                                                                            \
        va_list more;                                                            \
        va_start(more, flags);                                                   \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;                \
        va_end(more);                                                            \
        if (flags & O_CREAT && is_within(path) && access(path, F_OK) && fails())  \
            return -1;                                                           \
        return REAL(name)(path, flags, mode);                                    \
    }
OPEN(open)
OPEN(open64)

int rename(const char *from, const char *to)
{
    return is_within(to) && fails() ? -1 : REAL(rename)(from, to);
}

int mkdir(const char *path, mode_t mode)
{
    return is_within(path) && access(path, F_OK) && fails() ? -1 : REAL(mkdir)(path, mode);
}
