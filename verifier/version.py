"""The version of the distribution."""

VERSION = "0.7.0"
