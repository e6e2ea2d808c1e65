"""The `sim://` port for pySerial.

Add the name of this package to `serial.protocol_handler_packages`, and
`serial.serial_for_url("sim://two-gripper?seed=1&jam=0.05")` is a robot.
"""
