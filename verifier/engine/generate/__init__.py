"""Code generation: a machine in, Python text out."""
