-- Gives a key at least this many milliseconds to live. What several share is never given less than it had. It gets a tenth
-- more, so that most uses of the key write nothing.
local function prolong(key, ms)
  if redis.call('PTTL', key) < tonumber(ms) then redis.call('PEXPIRE', key, math.floor(ms * 1.1)) end
end
