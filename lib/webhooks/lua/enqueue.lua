-- Appends a delivery to its stream. What is first there is due at once.
-- KEYS: the streams that have something due, the waiting of this stream, its record, the delivery, the log of the endpoint,
-- and what deliveries hold (see held.lua).
-- ARGV: stream, id, endpoint, type, the sealed event, how many and how many bytes may wait in a stream, how long all is
-- kept, how many deliveries the log of an endpoint has, prefix of the names of deliveries, its sequence number (empty: the
-- next one), how many bytes all deliveries may hold, how many they may if others wait in this stream, why one is given up for
-- which there is no room.
-- Returns the sequence number; 0 if too much waits, -1 if the delivery was made before, -2 if those before it were not, -3 if
-- it was given up.
local due, queue, record, delivery, log, sizes, ends = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local stream, id, sealed, keptMs = ARGV[1], ARGV[2], ARGV[5], ARGV[8]
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
--- @include "held"
--- @include "prune-log"
letEndedGo()
if redis.call('EXISTS', delivery) == 1 then return -1 end
if ARGV[11] ~= '' then
  local last = tonumber(redis.call('HGET', record, 'sequence') or 0)
  if last >= tonumber(ARGV[11]) then return -1 end
  if last + 1 < tonumber(ARGV[11]) then return -2 end
end
local waiting = redis.call('LLEN', queue)
if waiting == 0 then redis.call('HDEL', record, 'bytes') end
local bytes = tonumber(redis.call('HGET', record, 'bytes') or 0) + #sealed
local held = tonumber(redis.call('HGET', sizes, '*') or 0) + RECORD_BYTES + #sealed
local mostHere, mostInAll = tonumber(ARGV[7]), tonumber(ARGV[13])
if waiting >= tonumber(ARGV[6]) or (waiting > 0 and (bytes > mostHere or held > mostInAll)) then return 0 end
local isGivenUp = held > tonumber(ARGV[12])
local sequence = redis.call('HINCRBY', record, 'sequence', 1)
redis.call('HSET', delivery, 'stream', stream, 'endpoint', ARGV[3], 'type', ARGV[4], 'sequence', sequence, 'made_at', now,
  'since', now, 'tries', 0)
if isGivenUp then
  redis.call('HSET', delivery, 'state', 'failed', 'ended_at', now, 'error', ARGV[14])
  hold(id, RECORD_BYTES)
else
  redis.call('HSET', delivery, 'state', 'waiting', 'event', sealed)
  redis.call('HSET', record, 'bytes', bytes)
  redis.call('RPUSH', queue, id)
  if waiting == 0 then redis.call('ZADD', due, now, stream) end
  hold(id, RECORD_BYTES + #sealed)
end
redis.call('ZADD', log, now, id)
for _, key in ipairs({ queue, record, delivery, log }) do prolong(key, keptMs) end
endsIn(id, keptMs)
pruneLog(log, ARGV[10], tonumber(ARGV[9]))
return isGivenUp and -3 or sequence
