"""The version of the distribution."""

VERSION = "0.8.0"
