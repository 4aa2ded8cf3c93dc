"""The compiled reader: C printed from a machine, compiled once, loaded; without a compiler Python does everything."""
