-- Takes one of the permits that all processes share.
-- KEYS[1] the calls in progress, by the time until which they may take
-- ARGV    number of permits, how long it is valid in ms, id
-- Returns 1 if it was taken.
--- @include "clock"
--- @include "prolong"
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[3])
prolong(KEYS[1], ARGV[2])
return 1
