"""A module of kernels.

Its docstring is not carried over.
"""

# This comment belongs to nothing: a blank line follows.

# Scales.
# A second line, with a backslash at its end \
# scale : void (float factor, float* X)
# Another comment between the signature and the function.
def scale(factor, X):
    '''Multiplies X by a factor.

    Indented, with "quotes", a // and a */ and a \\ backslash.
        Deeper.
    '''
    # Above the first statement.
    if idx < len(X):  # at the end of the header
        # Inside.
        X[idx] *= factor  # after the statement
    # Above else.
    else:
        # In else.
        pass
    # Ends with what the preprocessor takes for a continuation: \
    n = 0  # ??/

    # Above the loop.
    for i in range(3):  # three times
        n += i  # é √ x

    while n > 0:  # down
        n -= 1
        # At the end of a body.
    if n < 0:
        # Inside an empty branch.
        pass  # next to it
    elif n > 5:
        n = 5
        # At the end of an elif.
    # Above a bare else.
    else:
        pass
    for i in range(4):
        if i == n:
            break
            # After a break.
        # Deeper than the loop.
    # At the end of the function.
