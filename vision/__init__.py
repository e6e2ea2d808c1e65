"""Reading a cube's colours from images: capture, face detection, colour model, decoding, live
scanning.
"""
