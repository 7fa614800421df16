-- Adds calls to the statistics of a provider: successful ones and its failures to the current minute, all to the hour, and
-- the failed ones to the lists of codes and of errors.
-- KEYS    the minutes, the codes, the hour, the errors, the minutes of failures
-- ARGV    number of successes, their total duration in ms, minutes kept, codes kept, codes kept for seconds, the hour and
--         the errors kept for seconds, errors kept, the minute within the hour, counts of the hour as a JSON object of
--         names and numbers, errors as a JSON list of texts, number of failures that are its own, then codes
--- @include "../../limits/lua/prolong"
local calls, total, minutes = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
-- Rings with one field per minute; each field is overwritten after an hour.
local minute = math.floor(redis.call('TIME')[1] / 60)
if calls > 0 then
  local was, count, sum = string.match(redis.call('HGET', KEYS[1], minute % minutes) or '', '^(%d+) (%d+) (%d+)$')
  local same = tonumber(was) == minute
  if same then calls, total = calls + count, total + sum end
  redis.call('HSET', KEYS[1], minute % minutes, string.format('%d %d %d', minute, calls, total))
  if not same then prolong(KEYS[1], (minutes + 1) * 60000) end
end
local failures = tonumber(ARGV[11])
if failures > 0 then
  local was, count = string.match(redis.call('HGET', KEYS[5], minute % minutes) or '', '^(%d+) (%d+)$')
  local same = tonumber(was) == minute
  if same then failures = failures + count end
  redis.call('HSET', KEYS[5], minute % minutes, string.format('%d %d', minute, failures))
  if not same then prolong(KEYS[5], (minutes + 1) * 60000) end
end
local counts = cjson.decode(ARGV[9])
for name, by in pairs(counts) do
  redis.call('HINCRBY', KEYS[3], name, by)
  -- When a reply had a field last.
  local field = string.match(name, '^has:(.+)$')
  if field then redis.call('HSET', KEYS[3], 'last:' .. field, ARGV[8]) end
end
if next(counts) then prolong(KEYS[3], ARGV[6] * 1000) end
local errors = cjson.decode(ARGV[10])
if #errors > 0 then
  redis.call('LPUSH', KEYS[4], unpack(errors))
  redis.call('LTRIM', KEYS[4], 0, ARGV[7] - 1)
  prolong(KEYS[4], ARGV[6] * 1000)
end
if #ARGV > 11 then
  redis.call('LPUSH', KEYS[2], unpack(ARGV, 12))
  redis.call('LTRIM', KEYS[2], 0, ARGV[4] - 1)
  prolong(KEYS[2], ARGV[5] * 1000)
end
