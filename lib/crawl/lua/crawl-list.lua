-- The crawls of all accounts. KEYS: the crawls of the account, those of them that run, all that run, all by their end, and
-- how many bytes each holds, each account (`@name`) and all (`*`).
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
local own, ownRunning, running, ends, sizes = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]

local function forget(id)
  local bytes, account = string.match(redis.call('HGET', sizes, id) or '', '^(%d+) (.*)$')
  if bytes then
    if redis.call('HINCRBY', sizes, '@' .. account, -bytes) <= 0 then redis.call('HDEL', sizes, '@' .. account) end
    redis.call('HINCRBY', sizes, '*', -bytes)
    redis.call('HDEL', sizes, id)
  end
  redis.call('ZREM', ends, id)
  redis.call('ZREM', running, id)
end

-- Redis has deleted these crawls.
local function forgetEnded()
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 50)) do forget(id) end
end

-- It ends at the latest a little after its record does.
local function endsIn(id, ms) redis.call('ZADD', ends, 'GT', string.format('%.0f', now + ms * 1.1 + 60000), id) end
