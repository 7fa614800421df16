-- Uses a code of an authenticator app, unless it or a later one was used. Returns 1, or 0 if it was.
-- KEYS: the factors. ARGV: the id of the factor, the step of the code, the time, the factor as JSON if its secret was
-- sealed anew, or nothing.
local factors, id, step, now, factor = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
if redis.call('HEXISTS', factors, 'totp:' .. id) == 0 then return 0 end
if step <= tonumber(redis.call('HGET', factors, 'step:' .. id) or '0') then return 0 end
redis.call('HSET', factors, 'step:' .. id, ARGV[2], 'used:' .. id, now)
if factor ~= '' then redis.call('HSET', factors, 'totp:' .. id, factor) end
return 1
