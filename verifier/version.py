"""The version of the distribution."""

VERSION = "0.10.0"
