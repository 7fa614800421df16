-- Changes an account that is linked to a person at the provider, with the entries that record it, or nothing. Returns
-- `ok`, `gone` if the account is no longer there or no longer linked to this person, or `changed` if the person has signed in
-- since.
-- KEYS: the account. ARGV: prefix of the names of accounts, username, the digest of the person, JSON with `entries`, the
-- `fields` to set (empty ones are removed), the teams to `join` and to `leave`, whether sessions end (`ends`), and
-- `next_ms`: in how many milliseconds the account is looked at again; 0 for never, absent for as before. With `checked_at`,
-- only if the provider's last word is of this time.
local account, prefix, username, person = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
--- @include "../../audit/lua/record-entry"
if redis.call('HGET', account, 'sso') ~= person then return 'gone' end
local change = cjson.decode(ARGV[4])
if change.checked_at and tonumber(redis.call('HGET', account, 'sso_checked_at') or '0') ~= change.checked_at then
  return 'changed'
end
for _, entry in ipairs(change.entries) do recordEntry(prefix, entry) end
for field, value in pairs(change.fields) do
  if value == '' then redis.call('HDEL', account, field) else redis.call('HSET', account, field, value) end
end
for _, team in ipairs(change.join) do
  redis.call('HSETNX', prefix .. 'team-members:' .. team, username, 'member')
  redis.call('SADD', prefix .. 'person-teams:' .. username, team)
end
for _, team in ipairs(change.leave) do
  redis.call('HDEL', prefix .. 'team-members:' .. team, username)
  redis.call('SREM', prefix .. 'person-teams:' .. username, team)
end
if change.ends then redis.call('HINCRBY', account, 'generation', 1) end
if change.next_ms == 0 then
  redis.call('ZREM', prefix .. 'sso-checks', username)
elseif change.next_ms then
  local time = redis.call('TIME')
  redis.call('ZADD', prefix .. 'sso-checks', time[1] * 1000 + math.floor(time[2] / 1000) + change.next_ms, username)
end
return 'ok'
