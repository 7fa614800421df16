-- Records the use of a passkey. Returns 0 if it is gone, or if its counter has not grown: then there may be a copy of it.
-- KEYS: the factors. ARGV: the id of its credential, the counter that it signed, 0 if it has none, and the time.
local factors, id, counter, now = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3]
if redis.call('HEXISTS', factors, 'passkey:' .. id) == 0 then return 0 end
local known = tonumber(redis.call('HGET', factors, 'counter:' .. id) or '0')
if (counter > 0 or known > 0) and counter <= known then return 0 end
redis.call('HSET', factors, 'counter:' .. id, ARGV[2], 'used:' .. id, now)
return 1
