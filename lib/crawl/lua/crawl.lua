-- One crawl: a record, and parts whose names begin with that of the record and share its hash tag.
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
local crawl = KEYS[1]
local function part(name) return crawl .. ':' .. name end
local function field(name) return redis.call('HGET', crawl, name) end
local function number(name) return tonumber(field(name) or '0') end
local function count(name, by) return redis.call('HINCRBY', crawl, name, by) end
local function isRunning() return field('state') == 'running' end

local PARTS = {
  'pages', 'frontier', 'sitemaps', 'left', 'seen', 'hosts', 'turns', 'leases', 'tokens', 'shapes', 'texts',
  'results', 'fetched', 'failed', 'skipped',
}
-- All of a crawl lives for as long after its last change as its results are kept.
local function keep()
  local ms = number('keep_ms')
  if ms == 0 then return end
  prolong(crawl, ms)
  for _, name in ipairs(PARTS) do prolong(part(name), ms) end
end

-- The frontier has the pages that wait, by host, distance from the start, and the order in which they were found. Addresses of site maps
-- begin with `s`: they are read as pages are, and are none.
local HOST, DISTANCE, MAX_DISTANCE = 2 ^ 40, 2 ^ 28, 4095
local function score(host, distance, order)
  return host * HOST + math.min(distance, MAX_DISTANCE) * DISTANCE + order
end
local function hostOf(scored) return math.floor(scored / HOST) end
local function isPage(member) return string.sub(member, 1, 1) ~= 's' end

local function addToFrontier(member, scored)
  redis.call('ZADD', part('frontier'), scored, member)
  if not isPage(member) then redis.call('SADD', part('sitemaps'), member) end
  -- Its host may be asked at once, unless it has a time already.
  redis.call('ZADD', part('turns'), 'NX', 0, hostOf(scored))
end

-- Ends a lease, whatever became of its page. Returns the score of the page.
local function endLease(member)
  local scored = tonumber(string.match(redis.call('HGET', part('tokens'), member), '%S+$'))
  redis.call('ZREM', part('leases'), member)
  redis.call('HDEL', part('tokens'), member)
  if isPage(member) then count('leased', -1) end
  return scored
end

local function giveBack(member) addToFrontier(member, endLease(member)) end
