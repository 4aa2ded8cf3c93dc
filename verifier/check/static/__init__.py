"""What reading the rules tells without playing them."""
