"""nbody: bodies that attract each other, as an array of structs."""

import math

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

SOFTENING = 0.01


@cp.struct
class Body:
    x: cp.float32
    y: cp.float32
    z: cp.float32
    mass: cp.float32


@cp.struct
class Vec:
    x: cp.float32
    y: cp.float32
    z: cp.float32


# step : void (Body* bodies, Vec* velocities, Body* moved, float dt)
def step(bodies, velocities, moved, dt):
    """One body for each thread: the pull of all others, then its way for a time dt."""
    p = bodies[idx]
    pull = Vec(0.0, 0.0, 0.0)
    for q in bodies:
        dx = q.x - p.x
        dy = q.y - p.y
        dz = q.z - p.z
        near = 1.0 / math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING)
        force = q.mass * near * near * near
        pull.x += dx * force
        pull.y += dy * force
        pull.z += dz * force
    v = velocities[idx]
    v.x += pull.x * dt
    v.y += pull.y * dt
    v.z += pull.z * dt
    moved[idx] = Body(p.x + v.x * dt, p.y + v.y * dt, p.z + v.z * dt, p.mass)


def random_bodies(count, random):
    bodies = np.zeros(count, Body.dtype)
    for name in ("x", "y", "z"):
        bodies[name] = random.standard_normal(count)
    bodies["mass"] = random.uniform(0.5, 1.5, count) / count
    return bodies


def main():
    options = arguments(__doc__, bodies=4096).parse_args()
    bodies = random_bodies(options.bodies, np.random.default_rng(1))
    dt = 0.01
    call = cp.compile(step)
    device = [
        cp.CudaArray(bodies),
        cp.CudaArray.allocate(options.bodies, Vec),
        cp.CudaArray.allocate(options.bodies, Body),
    ]
    call(options.bodies)(*device, dt)

    def reference():
        at = np.stack([bodies["x"], bodies["y"], bodies["z"]], axis=1)
        velocities = np.zeros_like(at)
        for begin in range(0, len(at), 256):  # as many rows as fit the cache
            apart = at[None] - at[begin : begin + 256, None]
            near = 1 / np.sqrt((apart**2).sum(axis=2) + np.float32(SOFTENING))
            velocities[begin : begin + 256] = dt * (apart * (bodies["mass"] * near**3)[..., None]).sum(axis=1)
        return velocities, at + dt * velocities

    velocities, places = reference()
    got = device[1].numpy(), device[2].numpy()
    for i, name in enumerate(("x", "y", "z")):
        require(
            np.allclose(got[0][name], velocities[:, i], rtol=1e-3, atol=1e-6),
            f"nbody: the velocities along {name} differ from NumPy's",
        )
        require(
            np.allclose(got[1][name], places[:, i], rtol=1e-4, atol=1e-6),
            f"nbody: the places along {name} differ from NumPy's",
        )
    require((got[1]["mass"] == bodies["mass"]).all(), "nbody: a mass changed")

    def ours():
        call(options.bodies)(*device, dt)
        cp.synchronize()

    report(
        f"{options.bodies} bodies on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(reference, options.repeat),
        "arrays stay on the device",
    )
    print("every body: right")


if __name__ == "__main__":
    main()
