"""Attributes that had another name before answer to that, with a warning that says the new one."""

import copy
import pickle
import warnings

import cudapy as cp
import numpy as np
import pytest
from cudapy._launch.access_patterns import AccessPattern
from cudapy._launch.explain import LaunchPlan
from cudapy._launch.renamed import RenamedAttributes
from cudapy._launch.tune import Tried
from cudapy._plan.plan import TracedPlan

NAMES = {
    LaunchPlan: {
        "walks": "access_patterns",
        "is_grouped": "is_coarsened",
        "group": "coarsening",
        "group_needs": "coarsening_needs",
        "group_otherwise": "coarsening_otherwise",
        "group_reason": "coarsening_reason",
    },
    AccessPattern: {"turn": "next_iteration"},
    Tried: {"is_grouped": "is_coarsened", "group": "coarsening", "form": "variant"},
}
NAMES[TracedPlan] = NAMES[LaunchPlan]


@cp.kernel("void (float* X, float* Y)")
def summed(X, Y):
    for k in range(3):
        Y[idx] += X[idx + k]


@pytest.fixture(scope="module")
def objects():
    X, Y = np.ones(1002, np.float32), np.zeros(1000, np.float32)
    plan = summed.explain(1000)
    made = plan, plan.access_patterns[0], summed.tune(1000)(X, Y).best, summed.explain(1000, X, Y)
    return {type(each): each for each in made}


def test_all_classes_are_here(objects):
    assert set(objects) == set(NAMES) == {*RenamedAttributes.__subclasses__(), TracedPlan}


@pytest.mark.parametrize("kind, old", [(kind, old) for kind in NAMES for old in NAMES[kind]])
def test_an_old_name_warns_and_answers(objects, kind, old):
    made, new = objects[kind], NAMES[kind][old]
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        value = getattr(made, old)
    assert [(each.category, str(each.message), each.filename) for each in seen] == [
        (DeprecationWarning, f"{kind.__name__}.{old} is called {new} now", __file__)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert value is getattr(made, new) or value == getattr(made, new)
        assert new in dir(made) and old not in dir(made)


@pytest.mark.parametrize("kind", NAMES)
def test_what_was_never_a_name_is_none(objects, kind):
    with pytest.raises(AttributeError) as raised:
        objects[kind].coarsend
    assert (raised.value.name, raised.value.obj) == ("coarsend", objects[kind])
    assert str(raised.value) == f"'{kind.__name__}' object has no attribute 'coarsend'"


@pytest.mark.parametrize("kind", NAMES)
def test_copies_do_not_warn(objects, kind):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert repr(copy.copy(objects[kind])) == repr(objects[kind])
        if kind is not TracedPlan:
            assert repr(pickle.loads(pickle.dumps(objects[kind]))) == repr(objects[kind])
