-- Forgets that an account has a log of requests. KEYS: as for note-requests.lua. ARGV: the account.
local totals, sizes, times = KEYS[1], KEYS[2], KEYS[3]
local bytes = tonumber(redis.call('ZSCORE', sizes, ARGV[1]) or 0)
if bytes > 0 then redis.call('HINCRBY', totals, 'bytes', string.format('%.0f', -bytes)) end
redis.call('ZREM', sizes, ARGV[1])
return redis.call('ZREM', times, ARGV[1])
