"""What is watched while machines run: claims, coverage, noninterference."""
