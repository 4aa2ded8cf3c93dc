"""The version of the distribution."""

VERSION = "0.11.0"
