"""What is asked of a program and what is found: the face of every method, findings, budgets, properties."""
