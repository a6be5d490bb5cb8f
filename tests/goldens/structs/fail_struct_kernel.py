# pycu2cu: --kernel move
import cudapy as cp


@cp.struct
class Body:
    mass: cp.float32


# move : void (Body b)
def move(b):
    b.mass += 1.0
