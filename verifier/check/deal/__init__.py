"""The method `deal`: is what was shuffled still in the order that chance gave it when play begins?"""
