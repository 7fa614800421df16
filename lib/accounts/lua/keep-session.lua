-- The time of Redis in milliseconds.
local function nowMs()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Keeps a session that was used now for some milliseconds, and lists it with its account. No session of the list lives for
-- longer than the idle lifetime, so the list may end with it.
local function keepSession(session, list, id, now, leftMs, idleMs)
  redis.call('HSET', session, 'last_used_at', now)
  redis.call('PEXPIRE', session, leftMs)
  redis.call('ZREMRANGEBYSCORE', list, '-inf', now)
  redis.call('ZADD', list, now + leftMs, id)
  redis.call('PEXPIRE', list, idleMs)
end
