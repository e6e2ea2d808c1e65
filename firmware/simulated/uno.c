// An Arduino Uno in simavr, as a library: bytes in and out, servo pulses out, time as the caller has
// it. What the chip's pins do is measured as an oscilloscope would.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "avr_eeprom.h"
#include "avr_ioport.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_elf.h"

enum { SERVOS = 4, PIPE = 4096 };
enum { FIRST_RAM = 0x100, UNTOUCHED = 0xA5 };
// Registers, by their addresses in the data memory.
enum { MCUSR = 0x54, TIMSK1 = 0x6F };
// The last word of the program memory, which no program here reaches; `rjmp .-2`, which never ends.
enum { ENDLESS_LOOP_AT = 0x7FFE, ENDLESS_LOOP_LOW = 0xFF, ENDLESS_LOOP_HIGH = 0xCF };

struct uno {
    avr_t *avr;
    // Bytes that wait for the chip's receiver, and bytes that it has sent.
    uint8_t in[PIPE], out[PIPE];
    uint32_t in_count, out_count;
    bool receiver_is_full;
    avr_irq_t *receiver;
    // The last whole pulse of each servo in cycles, when the present one began, and how many came.
    uint64_t rose[SERVOS];
    uint32_t pulse[SERVOS];
    uint32_t pulses;
    bool pressed;
};

static void on_sent(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct uno *uno = param;
    if (uno->out_count < PIPE)
        uno->out[uno->out_count++] = (uint8_t)value;
}

static void pass_bytes_on(struct uno *uno)
{
    uint32_t passed = 0;
    while (passed < uno->in_count && !uno->receiver_is_full)
        avr_raise_irq(uno->receiver, uno->in[passed++]);
    uno->in_count -= passed;
    memmove(uno->in, uno->in + passed, uno->in_count);
}

static void on_receiver_free(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value;
    ((struct uno *)param)->receiver_is_full = false;
}

static void on_receiver_full(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value;
    ((struct uno *)param)->receiver_is_full = true;
}

static void on_servo_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct uno *uno = param;
    uint32_t servo = irq->irq - IOPORT_IRQ_PIN0;
    if (value) {
        uno->rose[servo] = uno->avr->cycle;
    } else if (uno->rose[servo]) {
        uno->pulse[servo] = (uint32_t)(uno->avr->cycle - uno->rose[servo]);
        uno->pulses++;
    }
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr, (void)cycles;
}

static void say_nothing(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr, (void)level, (void)format, (void)arguments;
}

static void listen(struct uno *uno, uint32_t ioctl, int first, int last, avr_irq_notify_t heard)
{
    for (int index = first; index <= last; index++)
        avr_irq_register_notify(avr_io_getirq(uno->avr, ioctl, index), heard, uno);
}

// Gives a board with the program of an ELF file, or NULL where that cannot be read.
struct uno *uno_new(const char *elf)
{
    static elf_firmware_t program;
    memset(&program, 0, sizeof program);
    avr_global_logger_set(say_nothing);
    if (elf_read_firmware(elf, &program) != 0)
        return NULL;
    struct uno *uno = calloc(1, sizeof *uno);
    uno->avr = avr_make_mcu_by_name("atmega328p");
    avr_init(uno->avr);
    avr_load_firmware(uno->avr, &program);
    uno->avr->frequency = 16000000;
    uno->avr->sleep = no_sleep;
    uno->avr->flash[ENDLESS_LOOP_AT] = ENDLESS_LOOP_LOW;
    uno->avr->flash[ENDLESS_LOOP_AT + 1] = ENDLESS_LOOP_HIGH;
    memset(uno->avr->data + FIRST_RAM, UNTOUCHED, uno->avr->ramend + 1 - FIRST_RAM);

    uint32_t flags = 0;
    avr_ioctl(uno->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    const uint32_t uart = AVR_IOCTL_UART_GETIRQ('0'), servos = AVR_IOCTL_IOPORT_GETIRQ('B');
    uno->receiver = avr_io_getirq(uno->avr, uart, UART_IRQ_INPUT);
    listen(uno, uart, UART_IRQ_OUTPUT, UART_IRQ_OUTPUT, on_sent);
    listen(uno, uart, UART_IRQ_OUT_XON, UART_IRQ_OUT_XON, on_receiver_free);
    listen(uno, uart, UART_IRQ_OUT_XOFF, UART_IRQ_OUT_XOFF, on_receiver_full);
    listen(uno, servos, IOPORT_IRQ_PIN0, IOPORT_IRQ_PIN0 + SERVOS - 1, on_servo_pin);
    return uno;
}

void uno_free(struct uno *uno)
{
    avr_terminate(uno->avr);
    free(uno);
}

// Sets the level of pin D2, on which the stop button is; it pulls the pin down.
void uno_press(struct uno *uno, bool pressed)
{
    uno->pressed = pressed;
    avr_raise_irq(avr_io_getirq(uno->avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 2), !pressed);
}

static void on_restart(struct uno *uno)
{
    // The Uno's bootloader, which runs first, clears the flags that tell why.
    uno->avr->data[MCUSR] = 0;
    // simavr forgets the level of a pin that stays as it was.
    bool pressed = uno->pressed;
    uno_press(uno, !pressed);
    uno_press(uno, pressed);
    uno->receiver_is_full = false;
    memset(uno->pulse, 0, sizeof uno->pulse);
    memset(uno->rose, 0, sizeof uno->rose);
}

void uno_reset(struct uno *uno)
{
    avr_reset(uno->avr);
    on_restart(uno);
    uno->in_count = uno->out_count = 0;
}

// Lets the timer stand still, by which the program has its time and the servos their pulses.
void uno_break_timer(struct uno *uno) { uno->avr->data[TIMSK1] = 0; }

// Lets the main loop go on in a loop that never ends; interrupts are served as before.
void uno_hang(struct uno *uno)
{
    while (!uno->avr->sreg[S_I])
        avr_run(uno->avr);
    uno->avr->pc = ENDLESS_LOOP_AT;
}

// Gives the chip bytes; tells how many there was room for.
uint32_t uno_send(struct uno *uno, const uint8_t *bytes, uint32_t count)
{
    uint32_t room = PIPE - uno->in_count;
    uint32_t taken = count < room ? count : room;
    memcpy(uno->in + uno->in_count, bytes, taken);
    uno->in_count += taken;
    return taken;
}

// Takes what the chip has sent, at most `room` bytes.
uint32_t uno_take(struct uno *uno, uint8_t *bytes, uint32_t room)
{
    uint32_t count = uno->out_count < room ? uno->out_count : room;
    memcpy(bytes, uno->out, count);
    uno->out_count -= count;
    memmove(uno->out, uno->out + count, uno->out_count);
    return count;
}

// Runs to a cycle counted from the board's making, or to the end of the next pulse if that is
// sooner. Tells whether the chip still runs.
bool uno_run(struct uno *uno, uint64_t until)
{
    uint32_t pulses = uno->pulses;
    while (uno->avr->cycle < until && uno->pulses == pulses) {
        if (uno->in_count)
            pass_bytes_on(uno);
        int state = avr_run(uno->avr);
        if (state == cpu_Done || state == cpu_Crashed)
            return false;
        // The watchdog has struck: nothing else leads there.
        if (uno->avr->pc == 0)
            on_restart(uno);
    }
    return true;
}

uint64_t uno_cycle(const struct uno *uno) { return uno->avr->cycle; }

// The width of a servo's last pulse in cycles; 0 before the first one.
uint32_t uno_pulse(const struct uno *uno, uint32_t servo) { return uno->pulse[servo]; }

// Counts the bytes between variables and stack that were never used.
uint32_t uno_untouched(const struct uno *uno)
{
    uint32_t longest = 0, run = 0;
    for (uint32_t at = FIRST_RAM; at <= uno->avr->ramend; at++) {
        run = uno->avr->data[at] == UNTOUCHED ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

// Copies the memory that outlives a loss of power out of the chip, or into it.
void uno_save_memory(struct uno *uno, uint8_t *bytes, uint32_t count)
{
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = count};
    avr_ioctl(uno->avr, AVR_IOCTL_EEPROM_GET, &all);
}

void uno_load_memory(struct uno *uno, uint8_t *bytes, uint32_t count)
{
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = count};
    avr_ioctl(uno->avr, AVR_IOCTL_EEPROM_SET, &all);
}
