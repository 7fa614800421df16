-- A rate limit as an exact sliding log: a list with the time of each entry, oldest first.
--- @include "clock"

-- Removes the entries that have left the window and returns how many remain.
local function count(log, window)
  local oldest = redis.call('LINDEX', log, 0)
  while oldest and tonumber(oldest) <= now - window do
    redis.call('LPOP', log)
    oldest = redis.call('LINDEX', log, 0)
  end
  return oldest and redis.call('LLEN', log) or 0
end

-- Milliseconds until there is room for this many entries. If the limit was lowered, the excess must leave as well.
local function waitFor(entries, log, limit, window, taken)
  local excess = taken + entries - limit
  if excess <= 0 then return 0 end
  return tonumber(redis.call('LINDEX', log, excess - 1)) + window - now
end
