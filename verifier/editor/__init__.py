"""What an editor asks while rules are written: pure functions, and above them a thin layer that speaks the protocol."""
