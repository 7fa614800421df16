-- Gives a key at least this many milliseconds to live. What several share is never given less than it had.
local function prolong(key, ms)
  if redis.call('PTTL', key) < tonumber(ms) then redis.call('PEXPIRE', key, ms) end
end
