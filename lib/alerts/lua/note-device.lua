-- Notes from which device somebody has signed in, and makes an alert if it is a new one. The first device of an account
-- is none: whoever has just got it knows. Its person is told once an hour, of the first one and how many came after it:
-- otherwise whoever signs in again and again sends as much mail.
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
local HOUR_MS = 3600000
-- When its person was told of the last new devices, or will be.
local function lastTold()
  for _, kept in ipairs(redis.call('LRANGE', prefix .. 'user-alerts:' .. alert.account, 0, -1)) do
    local told = cjson.decode(kept).told_at
    if told then return told end
  end
  return 0
end
local function nameAt(time) return 'began ' .. time .. ' ' .. alert.id end
local toldAt = lastTold()
local waiting = redis.call('HGET', news, nameAt(toldAt))
if waiting then
  local first = cjson.decode(waiting)
  first.facts.more = (first.facts.more or 0) + 1
  redis.call('HSET', news, nameAt(toldAt), cjson.encode(first))
else
  toldAt = math.max(now, toldAt + HOUR_MS)
  redis.call('HSET', news, nameAt(toldAt), cjson.encode(alert))
end
alert.told_at = toldAt
keepAlert(prefix, '', alert.account, cjson.encode(alert), 0, ARGV[5])
return 1
