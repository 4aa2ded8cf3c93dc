"""The canonical form of a machine: equal forms, equal behaviour, whatever things are called."""
