-- Takes accounts whose check at the provider is due: until `retry`, no other process takes them. One that dies meanwhile
-- leaves them to others. Returns their names.
-- KEYS: the checks. ARGV: how many at most, and milliseconds until they are due again.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, username in ipairs(due) do redis.call('ZADD', KEYS[1], now + ARGV[2], username) end
return due
