"""Pages made from the rules: a game's reference, and the site around it. Texts in, texts out."""

from verifier.documents.game_page import game_page
from verifier.documents.site import Site, site_of

__all__ = ["Site", "game_page", "site_of"]
