-- Ends a call that was never sent, and gives its units back: once, because the call in progress is the receipt.
-- KEYS    the calls in progress, the units spent in each period
-- ARGV    id, number of units, the field of each period
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 0 end
for at = 3, #ARGV do redis.call('HINCRBY', KEYS[2], ARGV[at], -tonumber(ARGV[2])) end
return 1
