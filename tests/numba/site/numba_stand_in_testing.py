"""In place of numba.cuda.testing: test cases, and decorators that do not skip."""

import os
import pathlib
import unittest

import numpy as np

from numba.cuda.core import config
from numba_stand_in import NotThere
from numba_stand_in_support import TestCase


test_data_dir = pathlib.Path(os.environ["NUMBA_TESTS_FILES"], "data")


class CUDATestCase(TestCase):
    FLOAT16_RTOL = np.finfo(np.float16).eps

    def setUp(self):
        """Silences the performance warnings for the time of a test, as numba's own class does."""
        for name in ("CUDA_LOW_OCCUPANCY_WARNINGS", "CUDA_WARN_ON_IMPLICIT_COPY"):
            if hasattr(config, name):
                self.addCleanup(setattr, config, name, getattr(config, name))
                setattr(config, name, 0)

    def _inspects(self, *arguments, **named):
        raise NotThere("the PTX or LLVM IR of a kernel")

    assertFileCheckAsm = assertFileCheckLLVM = assertFileCheckMatches = _inspects


class ForeignArray:
    """An array of which only the interface is seen."""

    def __init__(self, array):
        self._arr = array
        self.__cuda_array_interface__ = array.__cuda_array_interface__


def _with_reason(reason):
    return lambda test: test


def _at_once(test):
    return test


skip_on_cudasim = skip_unless_conda_cudatoolkit = skip_if_external_memmgr = skip_under_cuda_memcheck = (
    _with_reason
)
skip_without_nvdisasm = skip_with_nvdisasm = skip_on_arm = skip_on_wsl2 = skip_if_nvjitlink_missing = (
    _with_reason
)
skip_on_nvjitlink_13_1_sm_120 = _with_reason
skip_if_cuda_includes_missing = skip_if_curand_kernel_missing = skip_if_cudadevrt_missing = _at_once
skip_unless_cc_50 = skip_unless_cc_53 = skip_unless_cc_60 = skip_unless_cc_75 = skip_unless_cc_90 = _at_once
xfail_unless_cudasim = skip_on_standalone_numba_cuda = _at_once


def skip_unless_cudasim(reason):
    return unittest.skip(reason)


def cc_X_or_above(major, minor):
    return True
