-- The record of a crawl, but for what was asked for, which may be large. KEYS: the record. Returns names and values in turn.
local fields = {}
for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
  if name ~= 'request' then
    fields[#fields + 1] = name
    fields[#fields + 1] = redis.call('HGET', KEYS[1], name)
  end
end
return fields
