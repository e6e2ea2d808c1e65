// An Arduino Uno or Mega in simavr as a shared library: bytes in and out, pulse widths and steps out, time
// under the caller's control. They are measured at the simulated pins.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "avr_eeprom.h"
#include "avr_ioport.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_elf.h"

enum { SERVOS = 8, MOTORS = 6, BUFFER_BYTES = 4096 };
enum { RAM_START = 0x100, RAM_FILL = 0xA5 };
// Registers, by their addresses in the data memory.
enum { MCUSR = 0x54, EECR = 0x3F };
// The bit of EECR that starts a write and stays set until it has ended, and how long that is
// (ATmega328P data sheet, table 7-1).
enum { EEPE = 1 << 1, EEPROM_WRITE_MICROSECONDS = 3400 };
// The last word of the program memory, which the firmware does not use; `rjmp .-2`, an endless
// loop.
enum { ENDLESS_LOOP_ADDRESS = 0x7FFE, ENDLESS_LOOP_LOW = 0xFF, ENDLESS_LOOP_HIGH = 0xCF };

// Three periods of 20 ms, at 16 MHz.
enum { PULSE_TIMEOUT_CYCLES = 60 * 16000 };

// A motor: how far it has gone, at which cycle, and the pin of its direction.
struct motor {
    struct uno *uno;
    int32_t steps;
    uint64_t step_cycle;
    char direction_port;
    uint8_t direction_pin;
};

struct uno {
    avr_t *avr;
    // Bytes not received by the chip yet, and bytes that it has sent.
    uint8_t input[BUFFER_BYTES], output[BUFFER_BYTES];
    uint32_t input_count, output_count;
    bool receiver_is_full;
    avr_irq_t *receiver;
    // The cycle at which the present pulse of each servo began, the length of its last complete
    // pulse, and the number of pulses of all servos.
    uint64_t rise_cycle[SERVOS];
    uint32_t pulse_cycles[SERVOS];
    uint32_t pulse_count;
    struct motor motors[MOTORS];
    bool pressed;
    bool is_held_in_reset;
    bool is_mega;
};

static void on_sent(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct uno *uno = param;
    if (uno->output_count < BUFFER_BYTES)
        uno->output[uno->output_count++] = (uint8_t)value;
}

static void feed_receiver(struct uno *uno)
{
    uint32_t passed = 0;
    while (passed < uno->input_count && !uno->receiver_is_full)
        avr_raise_irq(uno->receiver, uno->input[passed++]);
    uno->input_count -= passed;
    memmove(uno->input, uno->input + passed, uno->input_count);
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

// Returns whether a pin is an output, and high.
bool uno_level(struct uno *uno, char port, uint8_t pin)
{
    avr_ioport_state_t state;
    avr_ioctl(uno->avr, AVR_IOCTL_IOPORT_GETSTATE(port), &state);
    return state.port >> pin & state.ddr >> pin & 1;
}

static void on_servo_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct uno *uno = param;
    uint32_t servo = irq->irq - IOPORT_IRQ_PIN0;
    if (value) {
        uno->rise_cycle[servo] = uno->avr->cycle;
    } else if (uno->rise_cycle[servo]) {
        uno->pulse_cycles[servo] = (uint32_t)(uno->avr->cycle - uno->rise_cycle[servo]);
        uno->pulse_count++;
    }
}

static void on_step_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct motor *motor = param;
    if (!value)
        return;
    motor->steps += uno_level(motor->uno, motor->direction_port, motor->direction_pin) ? 1 : -1;
    motor->step_cycle = motor->uno->avr->cycle;
}

// Watches the pins of motors: steps and directions, each as a port's letter and a digit ("D2D3B4").
void uno_watch_motors(struct uno *uno, const char *steps, const char *directions)
{
    for (struct motor *motor = uno->motors; *steps; motor++, steps += 2, directions += 2) {
        motor->uno = uno;
        motor->direction_port = directions[0];
        motor->direction_pin = (uint8_t)(directions[1] - '0');
        avr_irq_t *irq = avr_io_getirq(uno->avr, AVR_IOCTL_IOPORT_GETIRQ(steps[0]), steps[1] - '0');
        avr_irq_register_notify(irq, on_step_pin, motor);
    }
}

static avr_cycle_count_t end_eeprom_write(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)when, (void)param;
    avr->data[EECR] &= (uint8_t)~EEPE;
    return 0;
}

// simavr writes a byte in no time: it has ended here after as long as in the chip.
static void on_eeprom_control(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)address, (void)param;
    if (!(value & EEPE))
        return;
    avr->data[EECR] |= EEPE;
    avr_cycle_timer_register_usec(avr, EEPROM_WRITE_MICROSECONDS, end_eeprom_write, NULL);
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr, (void)cycles;
}

static void no_log(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr, (void)level, (void)format, (void)arguments;
}

static void watch_irqs(struct uno *uno, uint32_t ioctl, int first, int last,
                       avr_irq_notify_t callback)
{
    for (int index = first; index <= last; index++)
        avr_irq_register_notify(avr_io_getirq(uno->avr, ioctl, index), callback, uno);
}

// Returns a board with the program of an ELF file for a chip ("atmega328p", "atmega2560"), or NULL if the
// file cannot be read.
struct uno *uno_new(const char *elf, const char *chip)
{
    static elf_firmware_t program;
    memset(&program, 0, sizeof program);
    avr_global_logger_set(no_log);
    if (elf_read_firmware(elf, &program) != 0)
        return NULL;
    struct uno *uno = calloc(1, sizeof *uno);
    uno->avr = avr_make_mcu_by_name(chip);
    avr_init(uno->avr);
    avr_load_firmware(uno->avr, &program);
    uno->avr->frequency = 16000000;
    uno->avr->sleep = no_sleep;
    uno->avr->flash[ENDLESS_LOOP_ADDRESS] = ENDLESS_LOOP_LOW;
    uno->avr->flash[ENDLESS_LOOP_ADDRESS + 1] = ENDLESS_LOOP_HIGH;
    memset(uno->avr->data + RAM_START, RAM_FILL, uno->avr->ramend + 1 - RAM_START);

    avr_register_io_write(uno->avr, EECR, on_eeprom_control, uno);
    uint32_t flags = 0;
    avr_ioctl(uno->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    const uint32_t uart = AVR_IOCTL_UART_GETIRQ('0');
    uno->receiver = avr_io_getirq(uno->avr, uart, UART_IRQ_INPUT);
    watch_irqs(uno, uart, UART_IRQ_OUTPUT, UART_IRQ_OUTPUT, on_sent);
    watch_irqs(uno, uart, UART_IRQ_OUT_XON, UART_IRQ_OUT_XON, on_receiver_free);
    watch_irqs(uno, uart, UART_IRQ_OUT_XOFF, UART_IRQ_OUT_XOFF, on_receiver_full);
    uno->is_mega = !strcmp(chip, "atmega2560");
    if (uno->is_mega) {
        // simavr does not know the pull-up of this port.
        avr_raise_irq(avr_io_getirq(uno->avr, AVR_IOCTL_IOPORT_GETIRQ('F'), 2), 1);
        watch_irqs(uno, AVR_IOCTL_IOPORT_GETIRQ('A'), IOPORT_IRQ_PIN0, IOPORT_IRQ_PIN7, on_servo_pin);
        return uno;
    }
    watch_irqs(uno, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_PIN0, IOPORT_IRQ_PIN3, on_servo_pin);
    watch_irqs(uno, AVR_IOCTL_IOPORT_GETIRQ('D'), IOPORT_IRQ_PIN4, IOPORT_IRQ_PIN7, on_servo_pin);
    return uno;
}

void uno_free(struct uno *uno)
{
    avr_terminate(uno->avr);
    free(uno);
}

// Sets the stop button, which pulls pin A2 low.
void uno_set_button(struct uno *uno, bool pressed)
{
    char port = uno->is_mega ? 'F' : 'C';
    uno->pressed = pressed;
    avr_raise_irq(avr_io_getirq(uno->avr, AVR_IOCTL_IOPORT_GETIRQ(port), 2), !pressed);
}

static void on_restart(struct uno *uno)
{
    // The Uno's bootloader, which runs first, clears the flags for the cause of the reset.
    uno->avr->data[MCUSR] = 0;
    // simavr loses the level of a pin over a reset unless it changes.
    bool pressed = uno->pressed;
    uno_set_button(uno, !pressed);
    uno_set_button(uno, pressed);
    uno->receiver_is_full = false;
    memset(uno->pulse_cycles, 0, sizeof uno->pulse_cycles);
    memset(uno->rise_cycle, 0, sizeof uno->rise_cycle);
}

void uno_reset(struct uno *uno)
{
    avr_reset(uno->avr);
    on_restart(uno);
    uno->input_count = uno->output_count = 0;
    uno->is_held_in_reset = false;
}

// Switches the board off and on: what was in its RAM is lost.
void uno_switch_on(struct uno *uno)
{
    memset(uno->avr->data + RAM_START, RAM_FILL, uno->avr->ramend + 1 - RAM_START);
    uno_reset(uno);
}

// Lets no instruction of the program be executed until a reset: the bootloader runs.
void uno_hold_in_reset(struct uno *uno)
{
    uno_reset(uno);
    uno->is_held_in_reset = true;
}

// Puts the main loop into an endless loop; interrupts are still served.
void uno_hang(struct uno *uno)
{
    while (!uno->avr->sreg[S_I])
        avr_run(uno->avr);
    uno->avr->pc = ENDLESS_LOOP_ADDRESS;
}

// Sends bytes to the chip; returns how many fitted into the buffer.
uint32_t uno_send(struct uno *uno, const uint8_t *bytes, uint32_t count)
{
    uint32_t capacity = BUFFER_BYTES - uno->input_count;
    uint32_t accepted = count < capacity ? count : capacity;
    memcpy(uno->input + uno->input_count, bytes, accepted);
    uno->input_count += accepted;
    return accepted;
}

// Copies what the chip has sent, at most `capacity` bytes; returns the count.
uint32_t uno_read_output(struct uno *uno, uint8_t *bytes, uint32_t capacity)
{
    uint32_t count = uno->output_count < capacity ? uno->output_count : capacity;
    memcpy(bytes, uno->output, count);
    uno->output_count -= count;
    memmove(uno->output, uno->output + count, uno->output_count);
    return count;
}

// Runs to a cycle, counted from the creation of the board, or to the end of the next pulse if that
// is sooner. Returns whether the chip still runs.
bool uno_run(struct uno *uno, uint64_t until)
{
    if (uno->is_held_in_reset && uno->avr->cycle < until)
        uno->avr->cycle = until;
    uint32_t pulse_count = uno->pulse_count;
    while (uno->avr->cycle < until && uno->pulse_count == pulse_count) {
        if (uno->input_count)
            feed_receiver(uno);
        int state = avr_run(uno->avr);
        if (state == cpu_Done || state == cpu_Crashed)
            return false;
        // Only a watchdog reset leads to address 0.
        if (uno->avr->pc == 0)
            on_restart(uno);
    }
    return true;
}

uint64_t uno_cycle(const struct uno *uno) { return uno->avr->cycle; }

// Returns the width of a servo's last pulse in cycles; 0 before the first one, and when three periods
// have passed without one.
uint32_t uno_pulse(const struct uno *uno, uint32_t servo) {
    bool is_late = uno->avr->cycle - uno->rise_cycle[servo] > PULSE_TIMEOUT_CYCLES;
    return is_late ? 0 : uno->pulse_cycles[servo];
}

// Returns the cycle at which a servo's last pulse began.
uint64_t uno_rise(const struct uno *uno, uint32_t servo) { return uno->rise_cycle[servo]; }

// Return how far a motor has gone, and the cycle of its last step.
int32_t uno_steps(const struct uno *uno, uint32_t motor) { return uno->motors[motor].steps; }
uint64_t uno_step_cycle(const struct uno *uno, uint32_t motor) { return uno->motors[motor].step_cycle; }

// Returns the number of bytes between variables and stack that were never used.
uint32_t uno_unused_ram(const struct uno *uno)
{
    uint32_t longest_run = 0, run = 0;
    for (uint32_t address = RAM_START; address <= uno->avr->ramend; address++) {
        run = uno->avr->data[address] == RAM_FILL ? run + 1 : 0;
        longest_run = run > longest_run ? run : longest_run;
    }
    return longest_run;
}
