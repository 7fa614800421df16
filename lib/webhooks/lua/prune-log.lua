-- Forgets the oldest deliveries of an endpoint that have ended, if there are more than so many.
local function pruneLog(log, prefix, most)
  local beyond = math.min(redis.call('ZCARD', log) - most, 100)
  if beyond <= 0 then return end
  for _, id in ipairs(redis.call('ZRANGE', log, 0, beyond - 1)) do
    if redis.call('HGET', prefix .. 'delivery:' .. id, 'state') ~= 'waiting' then
      redis.call('DEL', prefix .. 'delivery:' .. id)
      redis.call('ZREM', log, id)
      letGo(id)
    end
  end
end
