-- Reads records of any type whole: each with its type, the milliseconds that are left to it and its content, or false if it
-- is gone. KEYS: the records. Returns one entry for each.
local found = {}
local read = {
  string = function(key) return redis.call('GET', key) end,
  hash = function(key) return redis.call('HGETALL', key) end,
  set = function(key) return redis.call('SMEMBERS', key) end,
  list = function(key) return redis.call('LRANGE', key, 0, -1) end,
  zset = function(key) return redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end,
}
for at, key in ipairs(KEYS) do
  local type = redis.call('TYPE', key).ok
  found[at] = read[type] and { type, redis.call('PTTL', key), read[type](key) } or false
end
return found
