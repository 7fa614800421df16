-- Clients that have registered themselves. Anybody can register one, so of those without a grant only the latest are kept,
-- for a day: the list `oauth-clients` has them. A client with grants is kept by the key of one of them, the first that took
-- it from the list, and returns there when that key is forgotten: accounts keep no more clients than keys.
local UNUSED_MS, MOST_UNUSED, USED_MS = 86400000, 1000, 34560000000

-- Keeps a client without a grant.
local function keepUnused(prefix, id)
  local unused, now = prefix .. 'oauth-clients', redis.call('TIME')[1] * 1000
  redis.call('ZREMRANGEBYSCORE', unused, '-inf', now - UNUSED_MS)
  while redis.call('ZCARD', unused) >= MOST_UNUSED do
    redis.call('DEL', prefix .. 'oauth-client:' .. redis.call('ZPOPMIN', unused)[1])
  end
  redis.call('PEXPIRE', prefix .. 'oauth-client:' .. id, UNUSED_MS)
  redis.call('ZADD', unused, now, id)
  redis.call('PEXPIRE', unused, UNUSED_MS)
end

-- Keeps a client whose grant has just got a token. `record` is that of the key.
local function keepUsed(prefix, id, record)
  redis.call('PEXPIRE', prefix .. 'oauth-client:' .. id, USED_MS)
  if redis.call('ZREM', prefix .. 'oauth-clients', id) == 1 then redis.call('HSET', record, 'keeps_client', id) end
end
