-- Notes which accounts have a log of requests, how large each is and when it was last added to, and works out how large
-- the log of an account may be, so that all together fit: those that take little keep what they have.
--
-- KEYS: the totals of the instance, the sizes of the logs, the times of their last requests. ARGV: the time, the age that
-- requests may have, the bytes of all logs, the counts of reasons (see count-reasons.lua), then for each account its name,
-- its bytes, and 1 if requests were added. Returns the share in bytes, and the accounts whose logs are larger.
--- @include "../../limits/lua/prolong"
--- @include "count-reasons"
local totals, sizes, times = KEYS[1], KEYS[2], KEYS[3]
local now, ageMs, room, reasons = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local FIRST_ACCOUNT, MAX_LARGEST, MAX_ENDED = 5, 200, 500

local stored = redis.call('HMGET', totals, 'bytes', 'hour')
local total = tonumber(stored[1] or 0)
for _, account in ipairs(redis.call('ZRANGEBYSCORE', times, '-inf', now - ageMs, 'LIMIT', 0, MAX_ENDED)) do
  total = total - tonumber(redis.call('ZSCORE', sizes, account) or 0)
  redis.call('ZREM', times, account)
  redis.call('ZREM', sizes, account)
end
for at = FIRST_ACCOUNT, #ARGV, 3 do
  local account, bytes, isAdded = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2] == '1'
  total = total + bytes - tonumber(redis.call('ZSCORE', sizes, account) or 0)
  redis.call('ZADD', sizes, bytes, account)
  if isAdded then redis.call('ZADD', times, 'GT', now, account) end
end
redis.call('HSET', totals, 'bytes', string.format('%.0f', total))
countReasons(totals, stored[2], reasons, now, ageMs)
for _, key in ipairs(KEYS) do prolong(key, ageMs) end

local largest = redis.call('ZREVRANGE', sizes, 0, MAX_LARGEST - 1, 'WITHSCORES')
if total <= room then return { math.floor((tonumber(largest[2]) or 0) + room - total) } end
-- The share is such that those above it, cut to it, leave room for all others as they are.
local reply, above, sum = {}, 0, 0
local share = 0
for at = 1, #largest, 2 do
  above = above + 1
  sum = sum + tonumber(largest[at + 1])
  share = math.floor((room - (total - sum)) / above)
  reply[above + 1] = largest[at]
  if share >= tonumber(largest[at + 3] or 0) then break end
end
reply[1] = math.max(0, share)
return reply
