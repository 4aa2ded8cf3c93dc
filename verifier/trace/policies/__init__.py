"""Policies: who chooses the moves of a play without people, and how chance is bent or shared."""
