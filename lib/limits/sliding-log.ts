/**
 * The Lua of a limit. It is an exact sliding log: a list of the times of admitted requests, oldest first, on Redis' own
 * clock. For scripts that have `call` (`redis.call`) and `now`, in milliseconds.
 */
export const SLIDING_LOG = `
  -- How many are in the log, after those that have left its window.
  local function count(log, window)
    local oldest = call('LINDEX', log, '0')
    while oldest and tonumber(oldest) <= now - window do
      call('LPOP', log)
      oldest = call('LINDEX', log, '0')
    end
    return call('LLEN', log)
  end
  -- How long until the next place is free. After a limit was lowered, more than one entry must leave before that.
  local function wait(log, limit, window, taken)
    if limit == 0 or taken < limit then return 0 end
    return tonumber(call('LINDEX', log, taken - limit)) + window - now
  end
`;
