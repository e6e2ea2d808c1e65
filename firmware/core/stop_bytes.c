#include "stop_bytes.h"

// 0x18 stops at once. With the same one of the two others after it, twice running, it is a higher level;
// any two of the three differ in four bits.
enum { STOP = 0x18, RELAX = 0x96, OFF = 0x81 };

// How many bytes of such a sequence have come, and the byte that followed the first 0x18.
static uint8_t received, letter;

enum stop_level stop_receive(uint8_t byte)
{
    if (byte == STOP) {
        received = received == 2 ? 3 : 1;
        return STOP_HOLD;
    }
    uint8_t before = received;
    received = 0;
    if ((byte != RELAX && byte != OFF) || !(before & 1))
        return NO_STOP;
    if (before == 3 && byte == letter)
        return byte == RELAX ? STOP_RELAX : STOP_OFF;
    received = 2;
    letter = byte;
    return STOP_HOLD;
}
