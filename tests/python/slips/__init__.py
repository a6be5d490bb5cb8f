"""What newcomers write in and around kernels, and the next try that the message leads to. test_slips.py runs
both; docs/slips.md lists them."""
