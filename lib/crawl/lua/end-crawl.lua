-- Decides whether a crawl is over, and says so.
--- @include "crawl"

-- The addresses of sitemaps are no pages that anybody lists.
local AT_ONCE = 1000
local function forgetSitemaps(waiting)
  local sitemaps = redis.call('SMEMBERS', part('sitemaps'))
  for from = 1, #sitemaps, AT_ONCE do
    redis.call('ZREM', waiting, unpack(sitemaps, from, math.min(from + AT_ONCE - 1, #sitemaps)))
  end
end

-- What waits is skipped if a limit ended the crawl. It still waits in one that was cancelled.
local function endCrawl(state, reason)
  for _, member in ipairs(redis.call('ZRANGE', part('leases'), 0, -1)) do giveBack(member) end
  if state ~= 'cancelled' and number('fetched') == 0 then
    -- Why a page was not read says more than that there may be others.
    if reason == '' or reason == 'sitemap' then reason = field('first_reason') or (reason == '' and 'no_pages' or reason) end
    state = 'failed'
  end
  local left = number('queued')
  if state ~= 'cancelled' and left > 0 then
    count('queued', -left)
    count('skipped', left)
    count('skipped:limit', left)
    redis.call('RENAME', part('frontier'), part('left'))
    forgetSitemaps(part('left'))
  end
  redis.call('HSET', crawl, 'state', state, 'reason', reason, 'ended_at', now)
  for _, name in ipairs({ 'sitemaps', 'turns', 'seen', 'hosts', 'shapes', 'texts', 'tokens', 'leases' }) do
    redis.call('UNLINK', part(name))
  end
  keep()
end

-- Whether no further page may be taken: as many are read or taken as may be, or a limit was met and others are on their way.
local function isFull()
  return field('stopping') or number('fetched') + number('failed') + number('leased') >= number('limit')
end

-- The limit that kept pages from being read, or from being found.
local function limitMet()
  if field('stopping') then return field('stopping') end
  if field('refused') then return 'refused' end
  if number('skipped:limit') > 0 then return 'limit' end
  return field('lost_sitemap') and 'sitemap'
end

local function endIfOver()
  if not isRunning() then return end
  if number('ends_at') <= now then return endCrawl('partial', 'time') end
  if redis.call('EXISTS', part('leases')) == 1 then return end
  if redis.call('EXISTS', part('frontier')) == 0 then
    local limit = limitMet()
    return endCrawl(limit and 'partial' or 'completed', limit or '')
  end
  if isFull() then endCrawl('partial', field('stopping') or 'limit') end
end

-- When a job is to look at this crawl again: in how many milliseconds, or -1 if one is on its way or the end of a page
-- will say. `wake` is the time of the next job. One that is late by seconds is lost.
local LOST_MS = 5000
local function plan()
  if not isRunning() or isFull() then return { -1, 0 } end
  local first = redis.call('ZRANGE', part('turns'), 0, 0, 'WITHSCORES')
  if not first[1] then return { -1, 0 } end
  local due, wake = math.max(tonumber(first[2]), now), number('wake')
  if wake > now - LOST_MS and wake <= due then return { -1, 0 } end
  redis.call('HSET', crawl, 'wake', string.format('%.0f', due))
  return { due - now, string.format('%.0f', due) }
end
