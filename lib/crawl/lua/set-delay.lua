-- Notes the gap that the robots.txt of a host asks for. KEYS: the gate. ARGV: milliseconds; empty if it asks for none.
--- @include "gate"
if ARGV[1] == '' then redis.call('HDEL', gate, 'delay') else redis.call('HSET', gate, 'delay', ARGV[1]) end
prolong(gate, LIFE_MS)
return 1
