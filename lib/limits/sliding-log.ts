/**
 * Lua functions for a rate limit as an exact sliding log: a list of the times of admitted requests, oldest first, by
 * the clock of Redis. The script must define `call` (`redis.call`) and `now` in milliseconds.
 */
export const SLIDING_LOG = `
  -- Removes entries older than the window and returns how many remain.
  local function count(log, window)
    local oldest = call('LINDEX', log, '0')
    while oldest and tonumber(oldest) <= now - window do
      call('LPOP', log)
      oldest = call('LINDEX', log, '0')
    end
    return call('LLEN', log)
  end
  -- Milliseconds until the next place is free. If the limit was lowered, several entries must expire first.
  local function wait(log, limit, window, taken)
    if limit == 0 or taken < limit then return 0 end
    return tonumber(call('LINDEX', log, taken - limit)) + window - now
  end
`;
