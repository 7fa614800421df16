-- A request was sent: the next one may follow after the gap. KEYS: the gate. ARGV: its token, the usual gap.
--- @include "gate"
letGo(ARGV[1], math.max(usualGap(ARGV[2]), number('gap')))
prolong(gate, LIFE_MS)
return 1
