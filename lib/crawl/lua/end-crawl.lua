-- Decides whether a crawl is over, and says so.
--- @include "crawl"

-- What waits is skipped if a limit ended the crawl. It still waits in one that was cancelled.
local function endCrawl(state, reason)
  for _, member in ipairs(redis.call('ZRANGE', part('leases'), 0, -1)) do giveBack(member) end
  if state ~= 'cancelled' and number('fetched') == 0 then
    if reason == '' then reason = field('first_reason') or 'no_pages' end
    state = 'failed'
  end
  local left = number('queued')
  if state ~= 'cancelled' and left > 0 then
    count('queued', -left)
    count('skipped', left)
    count('skipped:limit', left)
    redis.call('RENAME', part('frontier'), part('left'))
  end
  redis.call('HSET', crawl, 'state', state, 'reason', reason, 'ended_at', now)
  for _, name in ipairs({ 'turns', 'seen', 'hosts', 'shapes', 'texts', 'tokens', 'leases' }) do
    redis.call('UNLINK', part(name))
  end
  keep()
end

-- Whether no further page may be taken: as many are read or taken as may be, or a limit was met and others are on their way.
local function isFull()
  return field('stopping') or number('fetched') + number('failed') + number('leased') >= number('limit')
end

local function endIfOver()
  if not isRunning() then return end
  if number('ends_at') <= now then return endCrawl('partial', 'time') end
  if redis.call('EXISTS', part('leases')) == 1 then return end
  if redis.call('EXISTS', part('frontier')) == 0 then
    local limit = field('stopping') or field('refused') and 'refused'
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
