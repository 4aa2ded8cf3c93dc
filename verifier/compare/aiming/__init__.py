"""Plays aimed at a claim: where must the components lie for it to fail, and how do they come there?"""
