"""Pages made from the rules: rulebooks, cards, variants, reports, and the site around them. Texts in, texts out."""
