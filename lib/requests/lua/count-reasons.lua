-- Counts why requests failed, by hour, in fields such as `494321:timeout`. When an hour begins, those that are too old go.
-- `reasons` is a JSON object: the hour, then the reason, then how often. `last` is the field `hour` of the key.
local function countReasons(key, last, reasons, now, ageMs)
  local hour = math.floor(now / 3600000)
  if last ~= tostring(hour) then
    redis.call('HSET', key, 'hour', hour)
    local oldest = math.floor((now - ageMs) / 3600000)
    for _, field in ipairs(redis.call('HKEYS', key)) do
      local counted = tonumber(string.match(field, '^(%d+):'))
      if counted and counted < oldest then redis.call('HDEL', key, field) end
    end
  end
  for counted, by in pairs(cjson.decode(reasons)) do
    for reason, times in pairs(by) do redis.call('HINCRBY', key, counted .. ':' .. reason, times) end
  end
end
