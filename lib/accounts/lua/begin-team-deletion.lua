-- Begins to delete a team: from here on nobody can use it, whatever happens to the rest. Its memberships are over.
-- Returns `ok`, also if the deletion has begun before, `no-team`, or how many of its keys work.
-- KEYS: the team, its members, its keys that are not revoked. ARGV: prefix of the names of accounts, the team, the time, the
-- audit entry.
--- @include "../../audit/lua/record-changes"
local prefix, name, now, entry = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local team = redis.call('HMGET', KEYS[1], 'kind', 'deleting')
if team[1] ~= 'team' then return 'no-team' end
if team[2] == '1' then return 'ok' end
local live = redis.call('ZCOUNT', KEYS[3], now, '+inf')
if live > 0 then return live end

local members = redis.call('HKEYS', KEYS[2])
table.sort(members)
recordChanged(prefix, entry, { members = table.concat(members, ', ') }, { members = '' })
redis.call('HSET', KEYS[1], 'deleting', '1', 'disabled', '1')
redis.call('SADD', prefix .. 'deletions', name)
for _, member in ipairs(members) do redis.call('SREM', prefix .. 'person-teams:' .. member, name) end
redis.call('DEL', KEYS[2])
return 'ok'
