"""The version of the distribution."""

VERSION = "0.4.0"
