-- How many bytes deliveries hold: `sizes` has those of each and of all (`*`), `ends` when Redis has deleted each at the latest.
local RECORD_BYTES = 500

local function hold(id, bytes)
  local more = bytes - tonumber(redis.call('HGET', sizes, id) or 0)
  if more ~= 0 then redis.call('HINCRBY', sizes, '*', more) end
  redis.call('HSET', sizes, id, bytes)
end

local function letGo(id)
  hold(id, 0)
  redis.call('HDEL', sizes, id)
  redis.call('ZREM', ends, id)
end

-- A delivery lives for up to a tenth longer than it is kept (see prolong), and so do these two, and longer.
local function endsIn(id, keptMs)
  redis.call('ZADD', ends, 'GT', string.format('%.0f', now + keptMs * 1.1 + 60000), id)
  for _, key in ipairs({ sizes, ends }) do prolong(key, keptMs * 4 / 3) end
end

-- Redis has deleted these.
local function letEndedGo()
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 50)) do letGo(id) end
end
