"""Plan how each mechanism turns a cube, and which solution it executes fastest."""

import rokumen

cube = rokumen.Cube.parse("R U2 F' L D2 B R' U F2 D' L2 B'")
solution = rokumen.solve(cube, method="two-phase")

for rig in rokumen.rigs():
    plan = rokumen.plan(solution, rig=rig)
    print(f"{rig:20} {len(plan.commands):4} commands {plan.seconds:7.2f} s")

for command in rokumen.plan("R U'", rig="two-gripper").commands:
    targets = ", ".join(f"{actuator} to {where}" for actuator, where in command.targets.items())
    print(f"{command.start:5.2f} s  {command.verb} {targets}")
