-- The gate of a host, which all crawls share: when its next request may be made, and which are being made.
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
local gate = KEYS[1]
local LIFE_MS, MAX_GAP_MS = 3600000, 60000
local function field(name) return redis.call('HGET', gate, name) end
local function number(name) return tonumber(field(name) or '0') end
local function set(name, value) redis.call('HSET', gate, name, string.format('%.0f', value)) end

-- What its robots.txt says, or the setting.
local function usualGap(setting) return tonumber(field('delay') or setting) end

-- The server that answers now. If it is not the one that the gate was last asked at, it has taken its place in a failover, or
-- was started again: requests may have been made of which it knows nothing. Empty where we may not ask for it.
local info = redis.pcall('INFO', 'server')
local server = type(info) == 'string' and string.match(info, 'run_id:(%w+)') or ''
local lastServer = field('server')

-- The request that was let through is on its way, or over: the next one may follow after a while.
local function letGo(token, inMs)
  if field('held') ~= token or lastServer ~= server then return end
  redis.call('HDEL', gate, 'held')
  set('next', now + inMs)
end
