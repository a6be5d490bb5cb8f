"""path_tracing: balls under a sky, by light followed backwards from the eye. Writes a PNG."""

import math

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

BOUNCES = 6
FAR = 1e9


@cp.struct
class Ball:
    center: cp.float3
    radius: cp.float32
    color: cp.float3
    rough: cp.float32  # 0 is a mirror, 1 is matt


def dot(a, b):
    return a.x * b.x + a.y * b.y + a.z * b.z


def unit(a):
    return a / math.sqrt(dot(a, a))


def sky(direction):
    """White at the horizon, blue above."""
    t = 0.5 * (direction.y + 1.0)
    return float3(1.0, 1.0, 1.0) * (1.0 - t) + float3(0.35, 0.55, 1.0) * t


# distance : float (float3 origin, float3 direction, float3 center, float radius)
def distance(origin, direction, center, radius):
    """How far away a ray enters a ball, or leaves it."""
    to = center - origin
    along = dot(to, direction)
    beside = radius * radius - dot(to, to) + along * along
    if beside < 0.0:
        return FAR
    half = math.sqrt(beside)
    if along - half > 0.001:
        return along - half
    return along + half if along + half > 0.001 else FAR


# anywhere : float3 (random_state rng)
def anywhere(rng):
    """A direction, all alike."""
    z = uniform(rng, -1.0, 1.0)
    angle = uniform(rng, 0.0, 2.0 * math.pi)
    r = math.sqrt(max(0.0, 1.0 - z * z))
    return float3(r * math.cos(angle), r * math.sin(angle), z)


# light_of : void (Ball* balls, float[,,] image, int paths, int seed)
def light_of(balls, image, paths, seed):
    """One pixel for each thread: the mean light of so many paths."""
    height, width, _ = image.shape
    rng = random_state(seed, idy * width + idx)
    total = float3(0.0, 0.0, 0.0)
    for path in range(paths):
        right = (idx + random(rng) - 0.5 * width) / height
        up = (0.5 * height - idy - random(rng)) / height
        origin = float3(0.0, 0.9, 4.0)
        direction = unit(float3(right, up - 0.12, -1.2))
        light = float3(1.0, 1.0, 1.0)
        for bounce in range(BOUNCES):
            nearest, hit = FAR, -1
            for i, ball in enumerate(balls):
                d = distance(origin, direction, ball.center, ball.radius)
                if d < nearest:
                    nearest, hit = d, i
            if hit < 0:
                total += light * sky(direction)
                break
            ball = balls[hit]
            light *= ball.color
            origin += direction * nearest
            normal = (origin - ball.center) / ball.radius
            mirrored = direction - normal * (2.0 * dot(direction, normal))
            base = normal if ball.rough == 1.0 else mirrored
            direction = unit(base + anywhere(rng) * (0.999 * ball.rough))
    image[idy, idx, 0] = total.x / paths
    image[idy, idx, 1] = total.y / paths
    image[idy, idx, 2] = total.z / paths


def scene():
    """A floor, three large balls and small ones around them."""
    random = np.random.default_rng(5)
    balls = [
        ((0, -1000, 0), 1000, (0.55, 0.55, 0.5), 1),
        ((0, 0.7, 0), 0.7, (0.95, 0.95, 0.95), 0),
        ((-1.5, 0.6, -0.4), 0.6, (0.85, 0.3, 0.2), 1),
        ((1.5, 0.6, -0.3), 0.6, (0.9, 0.7, 0.3), 0.25),
    ]
    for i in range(11):
        angle, away = 0.571 * i, 1.1 + 1.1 * random.random()
        color = tuple(random.uniform(0.2, 0.95, 3))
        balls.append(
            ((away * np.sin(angle), 0.18, 0.9 + 0.7 * away * np.cos(angle)), 0.18, color, (0, 0.1, 1)[i % 3])
        )
    return np.array(balls, Ball.dtype)


def render(width, height, paths, seed=1):
    """The picture, as floats from 0 to 1."""
    image = np.zeros((height, width, 3), np.float32)
    cp.compile(light_of)(width, height)(scene(), image, paths, seed)
    return image


def as_bytes(image):
    return (255 * np.sqrt(np.clip(image, 0, 1)) + 0.5).astype(np.uint8)


def numpys(width, height, paths):
    """The same mean from other random numbers: all pixels at once, a path after the other."""
    random = np.random.default_rng(2)
    balls = scene()
    centers, radii, colors = (
        balls["center"].view((np.float32, 3)),
        balls["radius"],
        balls["color"].view((np.float32, 3)),
    )
    y, x = (each.ravel() for each in np.mgrid[0:height, 0:width])
    total = np.zeros((width * height, 3))
    for _ in range(paths):
        right = (x + random.random(x.size) - 0.5 * width) / height
        up = (0.5 * height - y - random.random(x.size)) / height
        direction = np.stack([right, up - 0.12, np.full(x.size, -1.2)], axis=1)
        direction /= np.linalg.norm(direction, axis=1, keepdims=True)
        origin = np.tile([0.0, 0.9, 4.0], (x.size, 1))
        light, alive = np.ones((x.size, 3)), np.arange(x.size)
        for _ in range(BOUNCES):
            to = centers.astype(float) - origin[:, None]
            along = np.einsum("rbi,ri->rb", to, direction)
            beside = radii.astype(float) ** 2 - (to**2).sum(axis=2) + along**2
            half = np.sqrt(np.maximum(beside, 0))
            near = np.where(
                along - half > 0.001, along - half, np.where(along + half > 0.001, along + half, FAR)
            )
            near = np.where(beside < 0, FAR, near)
            hit, nearest = near.argmin(axis=1), near.min(axis=1)
            t = 0.5 * (direction[:, 1:2] + 1)
            seen = nearest == FAR
            total[alive[seen]] += (light * (np.array([1, 1, 1]) * (1 - t) + np.array([0.35, 0.55, 1]) * t))[
                seen
            ]
            ball, nearest = hit[~seen], nearest[~seen, None]
            alive, light, origin, direction = (each[~seen] for each in (alive, light, origin, direction))
            light = light * colors[ball]
            origin = origin + direction * nearest
            normal = (origin - centers[ball]) / radii[ball, None]
            mirrored = direction - 2 * (direction * normal).sum(axis=1, keepdims=True) * normal
            any_way = random.standard_normal(origin.shape)
            any_way /= np.linalg.norm(any_way, axis=1, keepdims=True)
            rough = balls["rough"][ball, None]
            direction = np.where(rough == 1, normal, mirrored) + any_way * (0.999 * rough)
            direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    return (total / paths).reshape(height, width, 3)


def main():
    parser = arguments(__doc__, width=240, height=160, paths=16)
    parser.add_argument(
        "--output", default="path_tracing.png", help="the PNG to write (default path_tracing.png)"
    )
    options = parser.parse_args()
    size = options.width, options.height, options.paths
    target = cp.compile(light_of).target
    image = render(*size)
    expected = None

    def reference():
        nonlocal expected
        expected = numpys(*size)

    numpy_ms = median_ms(reference, max(1, options.repeat // 3))
    difference = np.abs(image.mean(axis=(0, 1)) - expected.mean(axis=(0, 1))).max()
    require(difference < 0.01, f"path_tracing: the picture's mean light is {difference:.4f} off NumPy's")
    noise = np.abs(image - expected).mean()
    require(
        noise < 0.25 / math.sqrt(options.paths),
        f"path_tracing: pixels are {noise:.4f} off NumPy's, which is more than their noise",
    )
    from PIL import Image

    Image.fromarray(as_bytes(image)).save(options.output)
    report(
        f"{options.width} x {options.height} pixels of {options.paths} paths on {target}",
        median_ms(lambda: render(*size), options.repeat),
        numpy_ms,
        "copies included",
    )
    print(f"{options.output}: right, {noise:.4f} of noise")


if __name__ == "__main__":
    main()
