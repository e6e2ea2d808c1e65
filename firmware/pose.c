#include "pose.h"

int16_t *pose_value(struct pose *pose, struct servo_move move)
{
    return move.is_grip ? &pose->grips[move.gripper] : &pose->wrists[move.gripper];
}

void add_overlapping(struct moves *moves, struct servo_move move, enum begin begin)
{
    move.begin = begin;
    moves->moves[moves->count++] = move;
}

void add_move(struct moves *moves, uint8_t gripper, bool is_grip, int16_t target)
{
    add_overlapping(moves, (struct servo_move){gripper, is_grip, target, AFTERWARDS}, AFTERWARDS);
}

uint8_t overlapping_from(const struct moves *moves, uint8_t first)
{
    uint8_t next = (uint8_t)(first + 1);
    while (next < moves->count && moves->moves[next].begin != AFTERWARDS)
        next++;
    return (uint8_t)(next - first);
}
