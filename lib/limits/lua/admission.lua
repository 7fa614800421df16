-- Admits requests in one round trip: checks the key and its account, and whether there is room under all limits, those
-- of the key and those of the account. It takes entries in every log or in none and counts the searches in the same
-- step, so that the monthly limits are exact under concurrency. A search that then fails is refunded.
--
-- The requests of a batch have the same key and the same cost. They are admitted one after the other while there is
-- room, exactly as if each had been sent alone. Refused requests write nothing but the removal of old entries.
--
-- KEYS: the record of the key, its logs (burst, sustained), its usage, and a note for each request that is counted. For a
-- person on a page, the record is that of the account, and the digest is empty.
-- ARGV: see below. The script builds the names of the keys of the account, because only the record has the username;
-- they share the hash tag. Returns names and values in turn, without values that are empty or 0.
local keyName, keyUsage, FIRST_NOTE = KEYS[1], KEYS[4], 5
local prefix, digest, month = ARGV[1], ARGV[2], ARGV[3]
-- How many requests, and how many entries each of them takes.
local asked, entries = tonumber(ARGV[4]), tonumber(ARGV[5])
-- The name of the burst log: messages have one of their own.
local burstLog = ARGV[6]
-- Limits of 0 are off. From ARGV[9] on, each log has its limit and its window.
local monthly, accountMonthly, FIRST_LIMIT = tonumber(ARGV[7]), tonumber(ARGV[8]), 9
-- From ARGV[17] on, the fields of usage, each with the number of searches of one request. A request of an endpoint that
-- counts, but not this time, has a field with 0: it is refused like the others once the month is used up.
local FIRST_FIELD = 17
local isSearch, searches = #ARGV >= FIRST_FIELD, 0
for at = FIRST_FIELD, #ARGV, 2 do searches = searches + tonumber(ARGV[at + 1]) end
-- Longer than any request, and than any outage after which a refund may still arrive.
local NOTE_KEPT_MS = '300000'
local USAGE_KEPT_S = '34560000'

local record = redis.call('HMGET', keyName,
  'digest', 'username', 'name', 'created_at', 'expires_at', 'revoked_at', 'last_used_at', 'rules')
local storedDigest, username, expiresAt, revokedAt = record[1] or '', record[2], record[5], record[6]
-- Lua interns strings, so this compares pointers and takes constant time. The web process compares again.
if storedDigest ~= digest or not username then return { 'key', 'unknown', 'digest', storedDigest } end
--- @include "sliding-log"
--- @include "prolong"
if revokedAt or (expiresAt and tonumber(expiresAt) <= now) then return { 'key', 'unknown', 'digest', storedDigest } end
local account = redis.call('HMGET', prefix .. 'user:' .. username, 'disabled', 'rules')
if account[1] == '1' then
  return { 'key', 'disabled', 'digest', storedDigest }
end

-- How many requests are admitted.
local granted = asked

local logs = {}
local function limitBy(name, key, at)
  local limit, window = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  if limit == 0 then return end
  -- A request that needs more than the limit takes all of it: otherwise it could never be admitted.
  local takes, taken = math.min(entries, limit), count(key, window)
  granted = math.min(granted, math.max(0, math.floor((limit - taken) / takes)))
  logs[#logs + 1] = { name = name, key = key, limit = limit, window = window, takes = takes, taken = taken }
end
local accountLog = prefix .. 'account-rate:' .. username
limitBy('burst', KEYS[2], FIRST_LIMIT)
limitBy('sustained', KEYS[3], FIRST_LIMIT + 2)
limitBy('account_burst', accountLog .. ':' .. burstLog, FIRST_LIMIT + 4)
limitBy('account_sustained', accountLog .. ':sustained', FIRST_LIMIT + 6)

local accountUsage = prefix .. 'user-usage:' .. username .. ':' .. month
local function total(usage) return tonumber(redis.call('HGET', usage, 'total') or '0') end
local function capBy(cap, used)
  local left = math.max(0, cap - used)
  if searches > 0 then granted = math.min(granted, math.floor(left / searches)) elseif left == 0 then granted = 0 end
end
if isSearch and accountMonthly > 0 then capBy(accountMonthly, total(accountUsage)) end
-- If requests are admitted and counted, HINCRBY returns the total, so there is no need to read it.
local used = 0
if monthly > 0 or searches == 0 or granted == 0 then used = total(keyUsage) end
if isSearch and monthly > 0 then capBy(monthly, used) end

local stamp = string.format('%.0f', now)
if granted > 0 then
  local stamps = {}
  for at = 1, granted * entries do stamps[at] = stamp end
  for _, log in ipairs(logs) do
    log.taken = redis.call('RPUSH', log.key, unpack(stamps, 1, granted * log.takes))
    prolong(log.key, log.window)
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
  if digest ~= '' then redis.call('HSET', keyName, 'last_used_at', stamp) end
end

local reply = {
  'key', 'known', 'digest', storedDigest, 'username', username, 'name', record[3], 'created_at', record[4],
  'now', stamp, 'searches', used, 'granted', granted,
}
local function add(name, value)
  if not value or value == 0 then return end
  reply[#reply + 1] = name
  reply[#reply + 1] = value
end
add('expires_at', expiresAt)
add('last_used_at', record[7])
-- The versions of the lists of rules for sites. The record of a person is that of the account.
if digest ~= '' then add('rules', record[8]) end
add('account_rules', account[2])
for _, log in ipairs(logs) do
  local freeMs = waitFor(1, log.key, log.limit, log.window, log.taken)
  add(log.name .. '_taken', log.taken)
  add(log.name .. '_free_ms', freeMs)
  if granted < asked then
    local waitMs = log.takes > 1 and waitFor(log.takes, log.key, log.limit, log.window, log.taken) or freeMs
    add(log.name .. '_wait_ms', waitMs)
  end
end
return reply
