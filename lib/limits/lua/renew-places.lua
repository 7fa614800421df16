-- Renews places of requests that are under way. KEYS: the set of each. ARGV: for how many ms, then the name of each.
--- @include "clock"
--- @include "prolong"
for at, places in ipairs(KEYS) do
  redis.call('ZADD', places, now + tonumber(ARGV[1]), ARGV[at + 1])
  prolong(places, ARGV[1])
end
return 1
