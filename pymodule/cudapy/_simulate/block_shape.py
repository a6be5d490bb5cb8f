"""The blocks that a launch on a GPU gets if none were asked for: runtime/launch/block_shape.cpp in Python."""

from __future__ import annotations

_MOST_BLOCKS = (2147483647, 65535, 65535)
_MOST_THREADS = (1024, 1024, 64)
_LIMIT = 1024  # threads of a block


def gpu_block(threads: tuple[int, int, int]) -> tuple[int, int, int]:
    """Returns the block for the threads along x, y and z of a kernel that does not see its blocks.

    >>> gpu_block((1000, 1, 1)), gpu_block((100, 1, 1)), gpu_block((500, 500, 1))
    ((256, 1, 1), (128, 1, 1), (32, 8, 1))
    """
    room = 256
    wide = [axis for axis in (1, 2) if threads[axis] > 1]
    if not wide:
        return (min(-(-max(threads[0], 1) // 32) * 32, room), 1, 1)
    block = [1, 1, 1]
    # x gets a whole warp first. Then y and z share the threads that remain.
    block[0] = min(_power_of_two_from(max(threads[0], 1)), 32)
    room //= block[0]
    for axis in wide:
        share = min(room, 4) if axis == 1 and 2 in wide else room
        block[axis] = min(_power_of_two_from(threads[axis]), share, _MOST_THREADS[axis])
        room //= block[axis]
    # If a launch is short on one axis, the remaining threads go to another.
    for axis in (0, *wide):
        while room > 1 and block[axis] < min(threads[axis], _MOST_THREADS[axis]):
            block[axis] *= 2
            room //= 2
    for axis in wide:
        while -(-threads[axis] // block[axis]) > _MOST_BLOCKS[axis] and block[axis] < _MOST_THREADS[axis]:
            other = 3 - axis
            if block[0] * block[1] * block[2] < _LIMIT:
                block[axis] *= 2
            elif block[0] > 1:
                block[0] //= 2
                block[axis] *= 2
            elif block[other] > 1 and -(-threads[other] // block[other]) * 2 <= _MOST_BLOCKS[other]:
                block[other] //= 2
                block[axis] *= 2
            else:
                break
    return block[0], block[1], block[2]


def _power_of_two_from(count: int) -> int:
    return 1 << (count - 1).bit_length()
