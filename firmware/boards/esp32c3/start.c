// What runs before main, and the table of interrupts: line 1 is the timer's, line 2 the serial line's.
#include <stdint.h>

extern uint32_t zeroed_start, zeroed_end;
int main(void);

// Each line has an instruction of four bytes, a jump.
__attribute__((section(".vectors"), aligned(256), naked, used)) void vectors(void)
{
    __asm__ volatile(".option push\n .option norvc\n"
                     "j on_fault\n j on_alarm\n j on_uart\n"
                     ".rept 29\n j on_fault\n .endr\n"
                     ".option pop");
}

__attribute__((used)) void on_fault(void)
{
    for (;;) {
    }
}

__attribute__((used)) static void begin(void)
{
    for (uint32_t *word = &zeroed_start; word < &zeroed_end; word++)
        *word = 0;
    __asm__ volatile("csrw mtvec, %0" ::"r"((uint32_t)vectors | 1));
    main();
}

__attribute__((naked, used)) void boot(void)
{
    __asm__ volatile("csrci mstatus, 8\n la sp, stack_top\n j begin");
}
