-- Takes one of the permits that all processes share and, from a provider with a budget, the units of the call.
-- KEYS    the calls in progress, by the time until which they may take; with a budget, the units spent in each period
-- ARGV    number of permits, or `none` for a further request of a call that has one; how long it is valid in ms, id; with a
--         budget, the number of units, the oldest day that is kept, and for each period its field and how many units it may
--         have, -1 for any number
-- Returns whether it was taken: 1, 0 if no permit is free, -1 if the units are not left; with a budget, then the units
-- that are spent in each period.
--- @include "clock"
--- @include "prolong"
local SPENT_FOR_MS = 45 * 86400000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local permits = tonumber(ARGV[1])
if permits and redis.call('ZCARD', KEYS[1]) >= permits then return { 0 } end
local reply = { 1 }
if KEYS[2] then
  local units = tonumber(ARGV[4])
  for at = 6, #ARGV, 2 do
    local used, limit = tonumber(redis.call('HGET', KEYS[2], ARGV[at]) or 0), tonumber(ARGV[at + 1])
    table.insert(reply, used)
    if limit >= 0 and used + units > limit then reply[1] = -1 end
  end
  if reply[1] == -1 then return reply end
  for at = 6, #ARGV, 2 do reply[at / 2 - 1] = redis.call('HINCRBY', KEYS[2], ARGV[at], units) end
  -- The first call of a day removes what nobody reads any more.
  if reply[2] == units then
    for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
      if string.match(field, '%d.*') < ARGV[5] then redis.call('HDEL', KEYS[2], field) end
    end
  end
  prolong(KEYS[2], SPENT_FOR_MS)
end
if permits then
  redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[3])
  prolong(KEYS[1], ARGV[2])
end
return reply
