# Elements of several kinds side by side: compilers make vectors of them where they know the distance.


# grey : void (uint8[,,] image, uint8[,] grey)
def grey(image, grey):
    if idy < grey.shape[0] and idx < grey.shape[1]:
        r = int(image[idy, idx, 0])
        g = int(image[idy, idx, 1])
        b = int(image[idy, idx, 2])
        grey[idy, idx] = uint8((77 * r + 150 * g + 29 * b) >> 8)


# lengths : void (float[,] points, float* out)
def lengths(points, out):
    x = points[idx, 0]
    y = points[idx, 1]
    out[idx] = x * x + y * y
