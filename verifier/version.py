"""The version of the distribution."""

VERSION = "0.6.0"
