-- The two indexes of an account's keys: by age, to read one page of them, and by expiry, to count those that are live.
-- KEYS[1] to KEYS[3], ARGV[1] and ARGV[2] of a script that includes this: the prefixes of all keys, those by age, the live
-- ones by expiry, the prefix of the names of accounts, and the months of which usage may be stored, with commas.
--- @include "../../oauth/lua/registered-clients"
local allKeys, byAge, live = KEYS[1], KEYS[2], KEYS[3]

-- Completes the indexes, because a backup has only the set.
local function completeIndex()
  if redis.call('ZCARD', byAge) == redis.call('SCARD', allKeys) then return end
  for _, prefix in ipairs(redis.call('SMEMBERS', allKeys)) do
    local record = redis.call('HMGET', ARGV[1] .. 'key:' .. prefix, 'created_at', 'expires_at', 'revoked_at')
    local createdAt, expiresAt, revokedAt = record[1], record[2], record[3]
    redis.call('ZADD', byAge, createdAt or '0', prefix)
    if revokedAt then redis.call('ZREM', live, prefix) else redis.call('ZADD', live, expiresAt or '+inf', prefix) end
  end
end

-- How long a key is kept after it was revoked or expired, and how many such keys an account keeps: the latest.
local ENDED_KEPT_MS, ENDED_KEPT = 7776000000, 100

-- Forgets the keys that ended too long ago, with all that is kept of each. Needs complete indexes. Costs nothing if no key has ended.
local function forgetEnded(now)
  redis.call('ZREMRANGEBYSCORE', live, '-inf', now)
  if redis.call('ZCARD', byAge) == redis.call('ZCARD', live) then return end
  local ended = {}
  for at, prefix in ipairs(redis.call('ZDIFF', 2, byAge, live)) do
    local record = redis.call('HMGET', ARGV[1] .. 'key:' .. prefix, 'revoked_at', 'expires_at', 'rules', 'keeps_client')
    local time = tonumber(record[1] or record[2] or '0')
    ended[at] = { prefix = prefix, time = time, rules = record[3], client = record[4] }
  end
  table.sort(ended, function(one, other) return one.time > other.time end)
  for at, key in ipairs(ended) do
    if at > ENDED_KEPT or key.time <= now - ENDED_KEPT_MS then
      redis.call('DEL', ARGV[1] .. 'key:' .. key.prefix)
      if key.rules then redis.call('DEL', ARGV[1] .. 'rules:key:' .. key.prefix .. ':' .. key.rules) end
      for month in string.gmatch(ARGV[2], '[^,]+') do
        redis.call('DEL', ARGV[1] .. 'key-usage:' .. key.prefix .. ':' .. month)
      end
      if key.client then keepUnused(ARGV[1], key.client) end
      redis.call('SREM', allKeys, key.prefix)
      redis.call('ZREM', byAge, key.prefix)
    end
  end
end
