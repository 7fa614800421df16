-- Reads a session and its account together, and extends the session. Returns names and values in turn; none if the
-- session is over, because its account is disabled or gone or has begun a new generation, or because its time is up by the
-- clock of Redis.
-- KEYS: the session. ARGV: prefix of the names of accounts, the session's id, its idle and its absolute lifetime in
-- milliseconds, and how many of them may pass before it is extended again: most visits then write nothing.
--- @include "keep-session"
local prefix, id, idleMs, maxMs, everyMs = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local session = redis.call('HMGET', KEYS[1],
  'username', 'csrf', 'generation', 'started_at', 'last_used_at', 'first_seen_at', 'max_ms')
local username, csrf, generation, startedAt, usedAt = session[1], session[2], session[3], session[4], session[5]
-- The session may have a shorter lifetime of its own.
maxMs = math.min(maxMs, tonumber(session[7] or maxMs))
if not username then return {} end
local account = redis.call('HMGET', prefix .. 'user:' .. username,
  'username', 'disabled', 'admin', 'generation', 'preferences', 'sites', 'rules', 'must_change', 'second_factor')
local exists, disabled, admin, current = account[1], account[2], account[3], account[4]
local now, list = nowMs(), prefix .. 'user-sessions:' .. username
-- A session of an earlier release knows neither time: it counts from the first visit to this one.
local countsFrom = tonumber(startedAt or session[6] or now)
local leftMs = math.min(idleMs, countsFrom + maxMs - now)
local isOver = leftMs <= 0 or now - (usedAt or now) >= idleMs
if not exists or disabled == '1' or (current or '0') ~= generation or isOver then
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', list, id)
  return {}
end
if not usedAt or now - usedAt >= everyMs then
  if not startedAt then redis.call('HSETNX', KEYS[1], 'first_seen_at', now) end
  keepSession(KEYS[1], list, id, now, leftMs, idleMs)
end
return { 'username', username, 'csrf', csrf, 'admin', admin or '0', 'preferences', account[5] or '',
  'sites', account[6] or '', 'rules', account[7] or '', 'must_change', account[8] or '', 'factor', account[9] or '' }
