-- Notes which accounts have a log of requests, how large each is and when it was last added to, and works out how large
-- the log of an account may be, so that all together fit: those that take little keep what they have.
--
-- KEYS: the totals of the instance, the sizes of the logs, the times of their last requests. ARGV: the time, the age that
-- requests may have, the bytes of all logs, the counts of reasons (see count-reasons.lua), then for each account its name,
-- its bytes, and 1 if requests were added. If there are so many accounts that a share would not hold a log, those that
-- have had no request for longest have no log any more. Returns the share in bytes, how many accounts have logs that are
-- larger, these accounts, and those whose logs have ended, for the caller to delete.
--- @include "../../limits/lua/prolong"
--- @include "count-reasons"
local totals, sizes, times = KEYS[1], KEYS[2], KEYS[3]
local now, ageMs, room, reasons = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local FIRST_ACCOUNT, MAX_LARGEST, MAX_ENDED = 5, 200, 500
-- The state of a log, its list and a few blocks. Cutting a log to less would leave nothing of it.
local MIN_SHARE = 6000

local function sizeOf(account) return tonumber(redis.call('ZSCORE', sizes, account) or 0) end
local function forget(account)
  local bytes = sizeOf(account)
  redis.call('ZREM', times, account)
  redis.call('ZREM', sizes, account)
  return bytes
end

local stored = redis.call('HMGET', totals, 'bytes', 'hour')
local total = tonumber(stored[1] or 0)
for _, account in ipairs(redis.call('ZRANGEBYSCORE', times, '-inf', now - ageMs, 'LIMIT', 0, MAX_ENDED)) do
  total = total - forget(account)
end
for at = FIRST_ACCOUNT, #ARGV, 3 do
  local account, bytes, isAdded = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2] == '1'
  total = total + bytes - sizeOf(account)
  redis.call('ZADD', sizes, bytes, account)
  if isAdded then redis.call('ZADD', times, 'GT', now, account) end
end
countReasons(totals, stored[2], reasons, now, ageMs)

-- The share is such that those above it, cut to it, leave room for all others as they are.
local largest = redis.call('ZREVRANGE', sizes, 0, MAX_LARGEST - 1, 'WITHSCORES')
local share = (tonumber(largest[2]) or 0) + room - total
local larger, ended, sum = {}, {}, 0
for at = 1, total > room and #largest or 0, 2 do
  larger[#larger + 1] = largest[at]
  sum = sum + tonumber(largest[at + 1])
  share = (room - (total - sum)) / #larger
  if share >= tonumber(largest[at + 3] or 0) then break end
end

if share < MIN_SHARE then
  share, larger = MIN_SHARE, {}
  for at = 1, #largest, 2 do
    if tonumber(largest[at + 1]) > MIN_SHARE then larger[#larger + 1] = largest[at] end
  end
  -- A twentieth more than needed, so that it is not done again with the next request.
  for _, account in ipairs(redis.call('ZRANGE', times, 0, MAX_ENDED - 1)) do
    if total <= room * 0.95 then break end
    total = total - forget(account)
    ended[#ended + 1] = account
  end
end

redis.call('HSET', totals, 'bytes', string.format('%.0f', total), 'age', ageMs)
for _, key in ipairs(KEYS) do prolong(key, ageMs) end
local reply = { math.floor(share), #larger }
for _, account in ipairs(larger) do reply[#reply + 1] = account end
for _, account in ipairs(ended) do reply[#reply + 1] = account end
return reply
