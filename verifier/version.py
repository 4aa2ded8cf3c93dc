"""The version of the distribution."""

VERSION = "0.9.0"
