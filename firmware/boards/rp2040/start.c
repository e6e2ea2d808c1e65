// What runs before main: the first 256 bytes of the flash memory copy the program into the RAM, where no
// access to flash delays an edge; then variables are set, and main begins.
#include "registers.h"

extern uint32_t program_size, zeroed_start, zeroed_end, stack_top;
int main(void);
void on_alarm(void);
void on_uart(void);

static void on_fault(void)
{
    for (;;) {
    }
}

static void on_reset(void)
{
    for (uint32_t *word = &zeroed_start; word < &zeroed_end; word++)
        *word = 0;
    main();
}

enum { VECTORS = 16 + 21 };
__attribute__((section(".vectors"), used)) static void (*const vectors[VECTORS])(void) = {
    (void (*)(void)) & stack_top, on_reset, on_fault, on_fault, [16 + 0] = on_alarm, [16 + 20] = on_uart,
};

// The chip's own program reads 256 bytes, checks their sum and begins here. The serial flash memory is then
// set up for plain reading (command 03, 24 bits of address) and seen from address 0x10000000 on.
__attribute__((section(".boot"), noreturn, used)) void boot(void)
{
    REGISTER(0x18000008) = 0;
    REGISTER(0x18000014) = 4;
    REGISTER(0x18000000) = 31 << 16 | 3 << 8;
    REGISTER(0x18000004) = 0;
    REGISTER(0x180000F4) = 3 << 24 | 2 << 8 | 6 << 2;
    REGISTER(0x18000008) = 1;
    const volatile uint32_t *from = (const volatile uint32_t *)0x10000100;
    volatile uint32_t *to = (volatile uint32_t *)0x20000000;
    for (uint32_t left = (uint32_t)&program_size / 4; left; left--)
        *to++ = *from++;
    REGISTER(0xE000ED08) = 0x20000000;
    __asm__ volatile("ldr r0, =0x20000000\n ldr r1, [r0]\n msr msp, r1\n ldr r1, [r0, #4]\n bx r1");
    __builtin_unreachable();
}
