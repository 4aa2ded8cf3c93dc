"""The method `scenarios`: the rules read, and their scenarios played."""
