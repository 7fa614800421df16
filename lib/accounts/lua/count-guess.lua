-- Counts a guess if every counter has room for it. Returns the milliseconds to wait, or 0 if the guess may be checked.
-- KEYS: the hash of each counter. ARGV: the window in milliseconds, then the field and the maximum of each counter.
local window = ARGV[1]
local waitMs = 0
for at, key in ipairs(KEYS) do
  local count = tonumber(redis.call('HGET', key, ARGV[2 * at]) or '0')
  if count >= tonumber(ARGV[2 * at + 1]) then waitMs = math.max(waitMs, redis.call('PTTL', key), 1) end
end
if waitMs > 0 then return waitMs end
for at, key in ipairs(KEYS) do
  redis.call('HINCRBY', key, ARGV[2 * at], 1)
  if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, window) end
end
return 0
