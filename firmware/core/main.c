// The main loop of every board, and the bytes that its interrupt hands over.
#include "board.h"
#include "drive.h"
#include "stop.h"

// The indices wrap around at a multiple of the size.
enum { RECEIVED_BYTES = 128 };
static volatile char received[RECEIVED_BYTES];
static volatile uint8_t received_count, read_count;

void main_take(uint8_t byte)
{
    if (stop_take(byte) && (uint8_t)(received_count - read_count) < RECEIVED_BYTES)
        received[received_count++ % RECEIVED_BYTES] = (char)byte;
}

int main(void)
{
    board_start();
    drive_init();
    board_start_timer();
    for (;;) {
        while (received_count != read_count && drive_is_ready())
            drive_receive(received[read_count++ % RECEIVED_BYTES]);
        drive_advance();
        board_feed_watchdog();
        board_lock_t before = board_lock();
        if (received_count == read_count && !stop_is_due())
            board_sleep();
        board_unlock(before);
    }
}
