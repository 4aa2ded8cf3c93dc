"""The method `prove`: static validity, induction, conservation analysis, then the quantified proof of what is left."""
