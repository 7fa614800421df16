-- Takes the first delivery of each stream that is due, for a while: the stream is due again when the lease ends, if the
-- process that sends it has died. So one delivery of a stream is on its way at a time.
-- KEYS: the streams that have something due, and what deliveries hold (see held.lua). ARGV: prefix of the names of
-- deliveries, how many at most, the lease in milliseconds, a text that nobody else has, how long a delivery is kept.
-- Returns of each delivery its id, the time and its fields.
local due, sizes, ends = KEYS[1], KEYS[2], KEYS[3]
local prefix, most, leaseMs, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
--- @include "held"
local taken = {}
for _, stream in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, most)) do
  local queue = prefix .. 'queue:' .. stream
  local id = redis.call('LINDEX', queue, 0)
  -- A delivery that has expired, or that went with its endpoint.
  while id and redis.call('EXISTS', prefix .. 'delivery:' .. id) == 0 do
    redis.call('LPOP', queue)
    letGo(id)
    id = redis.call('LINDEX', queue, 0)
  end
  if id then
    local delivery = prefix .. 'delivery:' .. id
    redis.call('HSET', delivery, 'lease', lease)
    redis.call('ZADD', due, now + leaseMs, stream)
    for _, key in ipairs({ queue, prefix .. 'stream:' .. stream, delivery }) do prolong(key, ARGV[5]) end
    endsIn(id, ARGV[5])
    table.insert(taken, { id, now, redis.call('HGETALL', delivery) })
  else
    redis.call('ZREM', due, stream)
  end
end
return taken
