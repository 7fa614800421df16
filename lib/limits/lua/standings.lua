-- Reads the state of logs without changing them. Returns for each log how many entries are free, and the milliseconds
-- until one is. KEYS: the logs. ARGV: the limit and the window of each log.
--- @include "clock"

-- How many entries at the head of a log have left the window, by binary search.
local function expired(log, length, window)
  local low, high = 0, length
  while low < high do
    local middle = math.floor((low + high) / 2)
    if tonumber(redis.call('LINDEX', log, middle)) <= now - window then low = middle + 1 else high = middle end
  end
  return low
end

local reply = {}
for at, log in ipairs(KEYS) do
  local limit, window, length = tonumber(ARGV[at * 2 - 1]), tonumber(ARGV[at * 2]), redis.call('LLEN', log)
  local free = limit - length + expired(log, length, window)
  reply[at * 2 - 1], reply[at * 2] = math.max(0, free), 0
  if free <= 0 then reply[at * 2] = tonumber(redis.call('LINDEX', log, length - limit)) + window - now end
end
return reply
