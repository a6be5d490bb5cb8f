FLOATS = (4.0, 2)
NESTED = ((2, 2), 2)


# late : void (int* X)
def late(X):
    tile = shared(int, size)
    size = 8
    tile[0] = size


# twice : void (int* X)
def twice(X):
    size = 8
    tile = local(int, size)
    size = 9
    tile[0] = size


# under : void (int* X)
def under(X):
    if X[0] > 1:
        size = 8
    tile = local(int, size)
    tile[0] = 1


# floats : void (int* X)
def floats(X):
    tile = local(int, FLOATS)
    tile[0, 0] = 1


# nested : void (int* X)
def nested(X):
    tile = local(int, NESTED)
    tile[0, 0] = 1


# of_parameter : void (int* X, int n)
def of_parameter(X, n):
    size = n
    tile = local(int, size)
    tile[0] = 1
