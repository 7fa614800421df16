-- What the list of accounts shows of one of them. Writes nothing.
-- KEYS: the account. ARGV: prefix of the names of accounts, the account's name, the month.
-- Returns the fields of the account, when it was last seen, its keys that work, its searches in the month, its teams, and
-- the number of its members.
local prefix, name, month = ARGV[1], ARGV[2], ARGV[3]
-- Of more sessions or keys, the newest count.
local MOST = 49

local seen = 0
local function seenIn(kind, ids)
  for _, id in ipairs(ids) do
    seen = math.max(seen, tonumber(redis.call('HGET', prefix .. kind .. id, 'last_used_at')) or 0)
  end
end
seenIn('session:', redis.call('ZREVRANGE', prefix .. 'user-sessions:' .. name, 0, MOST))
seenIn('key:', redis.call('ZREVRANGE', prefix .. 'user-keys-by-age:' .. name, 0, MOST))

local now = redis.call('TIME')
return {
  redis.call('HGETALL', KEYS[1]),
  string.format('%.0f', seen),
  redis.call('ZCOUNT', prefix .. 'user-live-keys:' .. name, now[1] .. '000', '+inf'),
  redis.call('HGET', prefix .. 'user-usage:' .. name .. ':' .. month, 'total') or '0',
  redis.call('SMEMBERS', prefix .. 'person-teams:' .. name),
  redis.call('HLEN', prefix .. 'team-members:' .. name),
}
