; Names are plain where they are used; what declares them comes later and wins.
(comment) @comment
(string) @string
(digits) @number
["+" "-" "*" "/" ".."] @operator
["," "." ":"] @punctuation.delimiter
["(" ")"] @punctuation.bracket

[
  "accept" "action" "add" "after" "allowed" "also" "amount" "and" "any" "any number of" "at" "at most one of"
  "be" "before" "between turns" "bottom" "by" "card" "change" "choose" "chooses" "clear" "count" "define" "die"
  "do" "each" "edition" "else" "empty" "end" "ends" "every" "everyone" "expect" "falls" "figure" "for" "from"
  "game" "given" "go" "has" "hidden" "highest" "holds" "house-rule" "if any" "in" "instance" "invariant" "is"
  (kept) "kind" "later" "least" "less than" "let" "lost" "lowest" "may" "may-loop" "measure" "more than" "most"
  "move" "multiply" "my" "no" "nobody" "not" "note" "number" "of" "on" "once" "one of" "or" "or more" "others"
  "otherwise" "over" "owner" "part" "per" "pile" "play" "players" "procedure" "refused" "remove" "renamed" "repeat"
  "replace" "require" "rest" "rises" "roll" "round" "rounds" "row" "rule" "scenario" "seen" "set" "setup" "show"
  "shuffle" "space" "start" "starter" "starts" "subtract" "sum" "swap" "take" "the" "then" "tile" "times"
  "title" "to" (told) "top" "turn" "until" "variant" "when" "where" "winner" "with" "witness" "zone"
] @keyword

(path "my" @variable.builtin)
(param . (name) @type)
[(field_name (name) @property) (field_numbers (name) @property) (field_range (name) @property)]
[(kind . (name) @type) (component . (name) @type)]
[
  (number . (name) @variable) (table . (name) @variable) (zone . (name) @variable) (amount . (name) @variable)
  (note . (name) @variable) (die . (name) @variable)
]
[
  (action . (name) @function) (procedure . (name) @function) (define . (name) @function) (change . (name) @function)
  (phase . (name) @function) (offered . (name) @function) (act . (name) @function)
]
[
  (guard_rule . (name) @label) (step_rule . (name) @label) (value_rule . (name) @label) (end_rule . (name) @label)
  (invariant . (name) @label) (witness . (name) @label) (measure . (name) @label) (scenario . (name) @label)
  (expect . (name) @label) (refused (name) @label)
]
(header . (name) @module)
