"""One thread: a kernel is what one thread does."""
