-- Adds what is found. Every page is known by its key from then on, so that none is found twice.
--- @include "crawl"
local MAX_HOSTS, MAX_QUEUED = 2000, 100000

-- `entry`: the sealed page. It is listed with its reason, which needs no secret.
local function skip(entry, reason)
  count('skipped', 1)
  count('skipped:' .. reason, 1)
  redis.call('HSETNX', crawl, 'first_reason', reason)
  redis.call('RPUSH', part('skipped'), reason .. ' ' .. entry)
end

-- The number of a host in this crawl; nil if there are too many.
local function hostNumber(host)
  local known = redis.call('HGET', part('hosts'), host)
  if known then return tonumber(known) end
  local at = count('hosts', 1) - 1
  if at >= MAX_HOSTS then return nil end
  redis.call('HSET', part('hosts'), host, at, '#' .. at, host)
  return at
end

-- Each is { key, host, shape, sealed page, distance, reason to skip it, 's' for a site map }.
local function addPages(found)
  for _, page in ipairs(found) do
    local key, host, shape, entry, distance, reason, kind = unpack(page)
    if redis.call('SADD', part('seen'), key) == 1 then
      if kind == '' then count('found', 1) end
      if shape ~= '' then redis.call('HINCRBY', part('shapes'), shape, 1) end
      local at = reason == '' and hostNumber(host)
      if reason == '' and not at then reason = 'trap' end
      if reason == '' and kind == '' and number('queued') >= MAX_QUEUED then reason = 'limit' end
      if reason == '' then
        local order = count('last', 1)
        local member = kind .. order
        redis.call('HSET', part('pages'), member, entry)
        if kind == '' then count('queued', 1) end
        addToFrontier(member, score(at, distance, order))
      elseif kind == '' then
        skip(entry, reason)
      else
        redis.call('HSET', crawl, 'lost_sitemap', 1)
      end
    end
  end
end
