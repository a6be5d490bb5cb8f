"""One name for the loops over several arrays of structs."""
import cudapy as cp


@cp.struct
class Body:
    x: cp.float32
    mass: cp.float32


# settle : void (Body* planets, Body* moons, float* total)
def settle(planets, moons, total):
    for body in planets:
        total[idx] += body.mass
    for i, body in enumerate(moons):
        body.x = i
        if body.mass > 0:
            total[idx] += body.mass
