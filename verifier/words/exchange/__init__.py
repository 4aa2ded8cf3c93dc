"""Words on their way to and from a translator: PO, XLIFF, a table for a spreadsheet, plain text; and the glossary."""
