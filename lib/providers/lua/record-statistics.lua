-- Adds successful calls to the current minute of a provider, and the codes of failed calls to its list.
-- KEYS    the minutes, the codes
-- ARGV    number of successes, their total duration in ms, minutes kept, codes kept, codes kept for seconds, then codes
--- @include "../../limits/lua/prolong"
local calls, total, minutes = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if calls > 0 then
  -- A ring with one field per minute; each field is overwritten after an hour.
  local minute = math.floor(redis.call('TIME')[1] / 60)
  local was, count, sum = string.match(redis.call('HGET', KEYS[1], minute % minutes) or '', '^(%d+) (%d+) (%d+)$')
  local same = tonumber(was) == minute
  if same then calls, total = calls + count, total + sum end
  redis.call('HSET', KEYS[1], minute % minutes, string.format('%d %d %d', minute, calls, total))
  if not same then prolong(KEYS[1], (minutes + 1) * 60000) end
end
if #ARGV > 5 then
  redis.call('LPUSH', KEYS[2], unpack(ARGV, 6))
  redis.call('LTRIM', KEYS[2], 0, ARGV[4] - 1)
  prolong(KEYS[2], ARGV[5] * 1000)
end
