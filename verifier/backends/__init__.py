"""The readers of the kernel, one folder each."""
