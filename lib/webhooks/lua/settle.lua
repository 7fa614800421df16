-- Notes what became of a try. Whoever has lost the lease notes nothing: another process has the delivery.
-- KEYS: the streams that have something due, the waiting of this stream, its record, the delivery, and what
-- deliveries hold (see held.lua).
-- ARGV: stream, id, lease, the new state, milliseconds until the next try if it still waits, whether it was a try, the
-- status and the error of it, up to how many bytes an event is kept once it has ended, and up to how
-- many bytes that all deliveries hold.
-- Returns 1 if the stream has something due now, 0 if not, -1 if the lease is lost.
local due, queue, record, delivery, sizes, ends = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local stream, id, state, isTry = ARGV[1], ARGV[2], ARGV[4], ARGV[6] == '1'
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
--- @include "held"
if redis.call('HGET', delivery, 'lease') ~= ARGV[3] or redis.call('LINDEX', queue, 0) ~= id then return -1 end
redis.call('HDEL', delivery, 'lease', 'next_at')
if isTry then
  redis.call('HINCRBY', delivery, 'tries', 1)
  redis.call('HSET', delivery, 'tried_at', now, 'status', ARGV[7], 'error', ARGV[8])
elseif ARGV[8] ~= '' then
  redis.call('HSET', delivery, 'error', ARGV[8])
end
if state == 'waiting' then
  redis.call('HSET', delivery, 'next_at', now + tonumber(ARGV[5]))
  redis.call('ZADD', due, now + tonumber(ARGV[5]), stream)
  return 0
end
local bytes = redis.call('HSTRLEN', delivery, 'event')
redis.call('HSET', delivery, 'state', state, 'ended_at', now)
if bytes > tonumber(ARGV[9]) or tonumber(redis.call('HGET', sizes, '*') or 0) > tonumber(ARGV[10]) then
  redis.call('HDEL', delivery, 'event')
  hold(id, RECORD_BYTES)
end
redis.call('LPOP', queue)
redis.call('HINCRBY', record, 'bytes', -bytes)
if redis.call('LLEN', queue) == 0 then
  redis.call('ZREM', due, stream)
  return 0
end
redis.call('ZADD', due, now, stream)
return 1
