"""What is said of a kernel's source, held to what its threads did."""

from traced_kernels import EXPLAINED
from true_access_patterns import untrue


def test_what_is_said_of_a_source_is_true(plans):
    confirmed = 0
    for name in EXPLAINED:
        found, several = untrue(plans[name])
        assert not found, (name, found)
        confirmed += several
    assert confirmed > 20
