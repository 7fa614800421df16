-- The crawls of all accounts. KEYS: the crawls of the account, those of them that run, all that run, all by their end, and
-- how many bytes each holds, each account (`@name`) and all (`*`). The endpoints that are told of them end by themselves, and
-- hold bytes of their own.
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
local own, ownRunning, running, ends, sizes = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]

-- Whose bytes do not suffice for so many more; nil if they do.
local function whoseAreUsedUp(account, bytes, mostOfAccount, mostOfAll)
  if tonumber(redis.call('HGET', sizes, '@' .. account) or '0') + bytes > tonumber(mostOfAccount) then return 'account' end
  if tonumber(redis.call('HGET', sizes, '*') or '0') + bytes > tonumber(mostOfAll) then return 'instance' end
end

local function hold(id, account, bytes)
  local held = tonumber(string.match(redis.call('HGET', sizes, id) or '0', '^%d+'))
  redis.call('HSET', sizes, id, string.format('%.0f', held + bytes) .. ' ' .. account)
  redis.call('HINCRBY', sizes, '@' .. account, bytes)
  redis.call('HINCRBY', sizes, '*', bytes)
end

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
