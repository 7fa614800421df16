-- A request is on its way: the next one may follow after the gap. KEYS: the gate. ARGV: the usual gap.
--- @include "gate"
redis.call('HSET', gate, 'held', 0)
set('next', now + math.max(tonumber(ARGV[1]), number('gap')))
prolong(gate, LIFE_MS)
return 1
