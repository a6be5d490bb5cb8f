"""The functions of the module `levels`, over pictures of floats from 0 to 1."""

from cudapy import atomicAdd, idx, idy


# stretch : void (float[,] image, float low, float high)
def stretch(image, low, high):
    """Make `low` 0 and `high` 1, and what lies between in proportion; what is outside is cut off."""
    rows, columns = image.shape
    if idx < columns and idy < rows:
        level = (image[idy, idx] - low) / (high - low)
        image[idy, idx] = min(max(level, float(0)), float(1))


# count : void (float[,] image, int* histogram)
def count(image, histogram):
    """How many points there are of each level, from dark to bright."""
    rows, columns = image.shape
    if idx < columns and idy < rows:
        level = int(image[idy, idx] * len(histogram))
        atomicAdd(histogram, min(max(level, 0), len(histogram) - 1), 1)
