-- Appends a delivery to its stream. What is first there is due at once.
-- KEYS: the streams that have something due, the waiting of this stream, its record, the delivery, the log of the endpoint.
-- ARGV: stream, id, endpoint, type, the sealed event, how many and how many bytes may wait in a stream, how long all is
-- kept, how many deliveries the log of an endpoint has, prefix of the names of deliveries, its sequence number (empty: the
-- next one).
-- Returns the sequence number; 0 if too much waits, -1 if the delivery was made before, -2 if those before it were not.
local due, queue, record, delivery, log = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local stream, id, sealed, keptMs = ARGV[1], ARGV[2], ARGV[5], ARGV[8]
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
--- @include "prune-log"
if redis.call('EXISTS', delivery) == 1 then return -1 end
if ARGV[11] ~= '' then
  local last = tonumber(redis.call('HGET', record, 'sequence') or 0)
  if last >= tonumber(ARGV[11]) then return -1 end
  if last + 1 < tonumber(ARGV[11]) then return -2 end
end
local waiting = redis.call('LLEN', queue)
if waiting == 0 then redis.call('HDEL', record, 'bytes') end
local bytes = tonumber(redis.call('HGET', record, 'bytes') or 0) + #sealed
if waiting >= tonumber(ARGV[6]) or (waiting > 0 and bytes > tonumber(ARGV[7])) then return 0 end
local sequence = redis.call('HINCRBY', record, 'sequence', 1)
redis.call('HSET', record, 'bytes', bytes)
redis.call('HSET', delivery, 'stream', stream, 'endpoint', ARGV[3], 'type', ARGV[4], 'event', sealed, 'sequence', sequence,
  'made_at', now, 'since', now, 'state', 'waiting', 'tries', 0)
redis.call('RPUSH', queue, id)
if waiting == 0 then redis.call('ZADD', due, now, stream) end
redis.call('ZADD', log, now, id)
for _, key in ipairs({ queue, record, delivery, log }) do prolong(key, keptMs) end
pruneLog(log, ARGV[10], tonumber(ARGV[9]))
return sequence
