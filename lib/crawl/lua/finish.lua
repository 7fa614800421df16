-- Ends pages that were taken, in one step with what was found on them. KEYS: the record. ARGV: the page, its token, and
-- JSON: `outcome` (fetched, failed, skipped, moved, again or read), `reason`, `word` of the reason by which it is counted,
-- `entry` as the page is listed, `text` and `field` of a result, `asked` as how many pages it is paid for, `host` and `key` of where it
-- has moved, `distance`, `refused`, `lost` pages of a sitemap, `stops` which limit it met, and what was `found` on it.
--- @include "crawl"
--- @include "add-pages"
--- @include "end-crawl"
local member, token, ended = ARGV[1], ARGV[2], cjson.decode(ARGV[3])
local held = redis.call('HGET', part('tokens'), member)
if not held or string.match(held, '^%S+') ~= token then
  -- It was taken again meanwhile, or the crawl is over: what came of it counts only once.
  if ended.field ~= '' then redis.call('HDEL', part('results'), ended.field) end
  return { 'stale', ended.plans and plan() or { -1, '' } }
end
local scored = endLease(member)
local outcome, reason = ended.outcome, ended.reason
if outcome == 'moved' then
  local at = hostNumber(ended.host)
  if ended.key ~= '' and redis.call('SADD', part('seen'), ended.key) == 0 then outcome, reason = 'skipped', 'duplicate'
  elseif not at then outcome, reason = 'skipped', 'trap'
  else
    redis.call('HSET', part('pages'), member, ended.moved)
    addToFrontier(member, score(at, ended.distance, scored % DISTANCE))
  end
elseif outcome == 'again' then
  redis.call('HSET', part('pages'), member, ended.moved)
  addToFrontier(member, scored)
elseif outcome == 'fetched' and redis.call('SADD', part('texts'), ended.text) == 0 then
  outcome, reason = 'skipped', 'duplicate'
end
if outcome ~= 'fetched' and ended.field ~= '' then redis.call('HDEL', part('results'), ended.field) end
if outcome == 'fetched' then
  count('fetched', 1)
  redis.call('RPUSH', part('fetched'), ended.field)
elseif outcome == 'failed' then
  count('failed', 1)
  local word = 'failed:' .. ended.word
  if redis.call('HEXISTS', crawl, word) == 0 and count('words', 1) > 50 then word = 'failed:other' end
  count(word, 1)
  redis.call('HSETNX', crawl, 'first_reason', ended.word)
  redis.call('RPUSH', part('failed'), ended.entry)
  if ended.refused then redis.call('HSET', crawl, 'refused', 1) end
elseif outcome == 'skipped' then
  skip(ended.entry, reason)
end
if outcome ~= 'moved' and outcome ~= 'again' then
  redis.call('HDEL', part('pages'), member)
  if isPage(member) then
    count('queued', -1)
    count('asked', ended.asked)
  end
end
addPages(ended.found)
if ended.lost then redis.call('HSET', crawl, 'lost_sitemap', 1) end
if ended.stops then redis.call('HSETNX', crawl, 'stopping', ended.stops) end
if ended.waitMs then redis.call('ZADD', part('turns'), 'XX', string.format('%.0f', now + ended.waitMs), hostOf(scored)) end
endIfOver()
keep()
-- Whoever asks for no plan plans later: one that nobody uses would be a job that is lost.
return { field('state'), ended.plans and plan() or { -1, '' } }
