-- Notes from which device somebody has signed in, and makes an alert if it is a new one. The first device of an account
-- is none: whoever has just got it knows.
-- KEYS: the devices, the news, the account. ARGV: prefix of the names of accounts, the device as a fingerprint, 1 if the
-- browser has shown that it is known, the alert as JSON, how many alerts and devices of an account are kept.
-- Returns whether it is new.
local devices, news, user, prefix, device = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2]
--- @include "../../limits/lua/clock"
--- @include "keep-alert"
if redis.call('EXISTS', user) == 0 then return 0 end
local isFirst = redis.call('EXISTS', devices) == 0
local isKnown = ARGV[3] == '1' or redis.call('ZSCORE', devices, device)
redis.call('ZADD', devices, now, device)
redis.call('ZREMRANGEBYRANK', devices, 0, -1 - tonumber(ARGV[6]))
if isFirst or isKnown then return 0 end
local alert = cjson.decode(ARGV[4])
alert.since, alert['until'] = now, now
local text = cjson.encode(alert)
redis.call('HSET', news, 'began ' .. now .. ' ' .. alert.id, text)
keepAlert(prefix, '', alert.account, text, 0, ARGV[5])
return 1
