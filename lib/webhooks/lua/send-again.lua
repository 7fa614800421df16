-- Appends a delivery that has ended to its stream once more.
-- KEYS: the streams that have something due, the waiting of this stream, its record, the delivery, and what deliveries hold
-- (see held.lua). ARGV: stream, id, how long all is kept. Returns 1, or 0 if it cannot be sent again.
local due, queue, record, delivery, sizes, ends = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
--- @include "held"
local state, event = unpack(redis.call('HMGET', delivery, 'state', 'event'))
if not event or state == 'waiting' then return 0 end
redis.call('HSET', delivery, 'state', 'waiting', 'since', now)
redis.call('HDEL', delivery, 'ended_at')
if redis.call('RPUSH', queue, ARGV[2]) == 1 then
  redis.call('HDEL', record, 'bytes')
  redis.call('ZADD', due, now, ARGV[1])
end
redis.call('HINCRBY', record, 'bytes', #event)
for _, key in ipairs({ queue, record, delivery }) do prolong(key, ARGV[3]) end
hold(ARGV[2], RECORD_BYTES + #event)
endsIn(ARGV[2], ARGV[3])
return 1
