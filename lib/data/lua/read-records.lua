-- Reads records whole: each with its type, the milliseconds that are left to it and its content, or false if it is gone.
-- One script reads a record in one step, so that none ends between its type and its content.
-- KEYS: the records. Returns one entry for each.
local read = {
  string = { 'GET' },
  hash = { 'HGETALL' },
  set = { 'SMEMBERS' },
  zset = { 'ZRANGE', '0', '-1', 'WITHSCORES' },
}
local found = {}
for at, key in ipairs(KEYS) do
  local type = redis.call('TYPE', key).ok
  local command = read[type]
  found[at] = command and { type, redis.call('PTTL', key), redis.call(command[1], key, unpack(command, 2)) } or false
end
return found
