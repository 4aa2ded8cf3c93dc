[
  (table) (component) (setup) (turn) (action) (procedure) (hook) (on) (end) (define) (change) (each) (repeat) (go_round)
  (guard_rule) (step_rule) (value_rule) (end_rule) (invariant) (witness) (scenario) (expect)
] @fold
