-- Admits requests in one round trip: checks the key and its account, what the key may do and from where, and whether there
-- is room under all limits, those of the key and those of the account. It takes entries in every log or in none and counts
-- the searches in the same step, so that the monthly limits are exact under concurrency. A search that then fails is
-- refunded.
--
-- The requests of a batch have the same key, the same cost and the same address. They are admitted one after the other
-- while there is room, exactly as if each had been sent alone. Refused requests write nothing but the removal of old
-- entries, and how many were refused by the scopes and the addresses of the key.
--
-- KEYS: the record of the key, its logs (burst, sustained), its usage, its places, and a note for each request. For a
-- person on a page, the record is that of the account, and the digest is empty.
-- ARGV: see below. The script builds the names of the keys of the account, because only the record has the username;
-- they share the hash tag. Returns names and values in turn, without values that are empty or 0.
local keyName, keyUsage, keyPlaces, FIRST_NOTE = KEYS[1], KEYS[4], KEYS[5], 6
local prefix, digest, month = ARGV[1], ARGV[2], ARGV[3]
-- How many requests, and how many entries each of them takes.
local asked, entries = tonumber(ARGV[4]), tonumber(ARGV[5])
-- The name of the burst log: messages have one of their own, with N times the limit of searches.
local burstLog, burstTimes = ARGV[6], tonumber(ARGV[7])
-- The scopes that the requests need, joined by commas, and where they come from: the address as 32 hex digits, what is
-- kept of it, and the program.
local needed, address, seenAddress, seenProgram = ARGV[8], ARGV[9], ARGV[10], ARGV[11]
-- How long a place is kept unless its process renews it; 0 if the requests need none.
local placeMs = tonumber(ARGV[12])
-- The limits of the instance, which the key and the account may have their own of. 0 is off; empty does not concern these
-- requests, whoever set it. From ARGV[15] on, each log has its limit and its window.
local MONTHLY, ACCOUNT_MONTHLY, FIRST_LIMIT = 13, 14, 15
-- From ARGV[23] on, the fields of usage, each with the number of searches of one request. A request of an endpoint that
-- counts, but not this time, has a field with 0: it is refused like the others once the month is used up.
local FIRST_FIELD = 23
local isSearch, searches = #ARGV >= FIRST_FIELD, 0
for at = FIRST_FIELD, #ARGV, 2 do searches = searches + tonumber(ARGV[at + 1]) end
-- Longer than any request, and than any outage after which a refund may still arrive.
local NOTE_KEPT_MS = '300000'
local USAGE_KEPT_S = '34560000'

local key = redis.call('HMGET', keyName,
  'digest', 'username', 'name', 'created_at', 'expires_at', 'revoked_at', 'last_used_at',
  'old_digest', 'old_until', 'disabled', 'scopes', 'addresses', 'burst', 'sustained', 'monthly', 'max_parallel', 'engines',
  'rules', 'labels')
local username, expiresAt, revokedAt, scopes, addresses = key[2], key[5], key[6], key[11], key[12]
-- The log of requests says whose requests were refused.
local function owned(verdict, digest, named)
  return { 'key', verdict, 'digest', digest, 'username', username, 'labels', key[19] or '', 'named', named }
end
--- @include "sliding-log"
--- @include "prolong"
-- Until its end, the secret before the last rotation is as good as the current one.
local knownDigest = key[1] or ''
if digest ~= '' and key[8] == digest and tonumber(key[9]) > now then knownDigest = digest end
-- The access token of a connected program stands for the key until its record is gone.
if string.sub(digest, 1, 6) == 'token:' and redis.call('GET', prefix .. 'oauth-' .. digest) == string.match(keyName, '[^:]+$') then
  knownDigest = digest
end
-- Lua interns strings, so this compares pointers and takes constant time. The web process compares again.
if knownDigest ~= digest or not username or (digest ~= '' and revokedAt) or (expiresAt and tonumber(expiresAt) <= now) then
  return { 'key', 'unknown', 'digest', knownDigest }
end
local account = redis.call('HMGET', prefix .. 'user:' .. username,
  'disabled', 'burst', 'sustained', 'monthly', 'max_parallel', 'rules')
if account[1] == '1' then return owned('disabled', knownDigest, '') end
local isPerson = digest == ''
if isPerson then for at = 8, 19 do key[at] = false end end

local function refuse(verdict, named)
  redis.call('HINCRBY', keyUsage, 'refused_' .. verdict, asked)
  redis.call('EXPIRE', keyUsage, USAGE_KEPT_S, 'NX')
  return owned(verdict, knownDigest, named)
end
if key[10] == '1' then return owned('switched_off', knownDigest, '') end
--- @include "in-network"
if addresses and not inNetwork(address, addresses) then return refuse('address', '') end
for scope in string.gmatch(needed, '[^,]+') do
  local has = scopes and string.find(',' .. scopes .. ',', ',' .. scope .. ',', 1, true)
  -- A key without scopes may do everything but manage the instance.
  if not has and (scopes or scope == 'manage') then return refuse('scope', scope) end
end

-- How many requests are admitted.
local granted = asked

local logs = {}
local function limitBy(name, log, at, own, times)
  if ARGV[at] == '' then return end
  local limit, window = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  -- `10/60000` or `off`.
  if own then
    local ownLimit, ownWindow = string.match(own, '^(%d+)/(%d+)$')
    limit, window = tonumber(ownLimit or 0) * times, tonumber(ownWindow or 0)
  end
  if limit == 0 then return end
  -- A request that needs more than the limit takes all of it: otherwise it could never be admitted.
  local takes, taken = math.min(entries, limit), count(log, window)
  granted = math.min(granted, math.max(0, math.floor((limit - taken) / takes)))
  logs[#logs + 1] = { name = name, key = log, limit = limit, window = window, takes = takes, taken = taken }
end
local accountLog = prefix .. 'account-rate:' .. username
limitBy('burst', KEYS[2], FIRST_LIMIT, key[13], burstTimes)
limitBy('sustained', KEYS[3], FIRST_LIMIT + 2, key[14], 1)
limitBy('account_burst', accountLog .. ':' .. burstLog, FIRST_LIMIT + 4, account[2], burstTimes)
limitBy('account_sustained', accountLog .. ':sustained', FIRST_LIMIT + 6, account[3], 1)

-- The requests that are under way. Those of a process that died are forgotten when their time is over.
local places = {}
local function placeBy(name, inUse, own)
  local limit = placeMs > 0 and tonumber(own or '') or nil
  if not limit then return end
  local taken = redis.call('ZCARD', inUse)
  -- Only in a crowd, and for who asks what is left, does it matter whose time is over: most requests end before.
  local isLooked = searches == 0 or taken + asked > limit
  if taken > 0 and isLooked then taken = taken - redis.call('ZREMRANGEBYSCORE', inUse, '-inf', now) end
  local free = math.max(0, limit - taken)
  granted = math.min(granted, free)
  places[#places + 1] = { name = name, key = inUse, limit = limit, free = free }
end
placeBy('key', keyPlaces, key[16])
placeBy('account', prefix .. 'account-places:' .. username, account[5])

local accountUsage = prefix .. 'user-usage:' .. username .. ':' .. month
local function total(usage) return tonumber(redis.call('HGET', usage, 'total') or '0') end
local function monthly(at, own)
  if ARGV[at] == '' then return 0 end
  return own and tonumber(own == 'off' and '0' or own) or tonumber(ARGV[at])
end
local keyMonthly, accountMonthly = monthly(MONTHLY, key[15]), monthly(ACCOUNT_MONTHLY, account[4])
local function capBy(cap, used)
  local left = math.max(0, cap - used)
  if searches > 0 then granted = math.min(granted, math.floor(left / searches)) elseif left == 0 then granted = 0 end
end
local accountUsed = accountMonthly > 0 and total(accountUsage) or 0
if isSearch and accountMonthly > 0 then capBy(accountMonthly, accountUsed) end
-- If requests are admitted and counted, HINCRBY returns the total, so there is no need to read it.
local used = 0
if keyMonthly > 0 or searches == 0 or granted == 0 then used = total(keyUsage) end
if isSearch and keyMonthly > 0 then capBy(keyMonthly, used) end

local stamp = string.format('%.0f', now)
if granted > 0 then
  local stamps = {}
  for at = 1, granted * entries do stamps[at] = stamp end
  for _, log in ipairs(logs) do
    log.taken = redis.call('RPUSH', log.key, unpack(stamps, 1, granted * log.takes))
    prolong(log.key, log.window)
  end
  for _, place in ipairs(places) do
    for at = 0, granted - 1 do redis.call('ZADD', place.key, now + placeMs, KEYS[FIRST_NOTE + at]) end
    prolong(place.key, placeMs)
  end
  if searches > 0 then
    for _, usage in ipairs({ accountUsage, keyUsage }) do
      local counted = redis.call('HINCRBY', usage, 'total', granted * searches)
      used = counted - granted * searches
      if used == 0 then redis.call('EXPIRE', usage, USAGE_KEPT_S) end
      for at = FIRST_FIELD, #ARGV, 2 do redis.call('HINCRBY', usage, ARGV[at], granted * ARGV[at + 1]) end
    end
    for at = 0, granted - 1 do redis.call('SET', KEYS[FIRST_NOTE + at], accountUsage, 'PX', NOTE_KEPT_MS) end
  end
  if not isPerson then
    redis.call('HSET', keyName, 'last_used_at', stamp, 'last_address', seenAddress, 'last_program', seenProgram)
  end
end

local reply = {
  'key', 'known', 'digest', knownDigest, 'username', username, 'name', key[3], 'created_at', key[4],
  'now', stamp, 'searches', used, 'granted', granted,
}
local function add(name, value)
  if not value or value == 0 then return end
  reply[#reply + 1] = name
  reply[#reply + 1] = value
end
add('expires_at', expiresAt)
add('last_used_at', key[7])
-- What the key and the account have of their own.
add('scopes', scopes)
add('engines', key[17])
add('labels', key[19])
-- The versions of the lists of rules for sites.
add('rules', key[18])
add('account_rules', account[6])
add('own_burst', key[13])
add('own_sustained', key[14])
add('own_monthly', key[15])
add('account_own_burst', account[2])
add('account_own_sustained', account[3])
add('account_own_monthly', account[4])
for _, log in ipairs(logs) do
  local freeMs = waitFor(1, log.key, log.limit, log.window, log.taken)
  add(log.name .. '_taken', log.taken)
  add(log.name .. '_free_ms', freeMs)
  if granted < asked then
    local waitMs = log.takes > 1 and waitFor(log.takes, log.key, log.limit, log.window, log.taken) or freeMs
    add(log.name .. '_wait_ms', waitMs)
  end
end
for _, place in ipairs(places) do
  add(place.name .. '_parallel', place.limit)
  add(place.name .. '_places', place.limit - place.free + granted)
end
add('account_searches', accountUsed)
return reply
