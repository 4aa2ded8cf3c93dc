"""Pages made from the rules: rulebooks, cards, variants, reports, and the site around them. Texts in, texts out."""

from verifier.pages.site import Site, site_of

__all__ = ["Site", "site_of"]
