-- Begins to delete a person's account: from here on nobody can use it, whatever happens to the rest. Its sessions end, its
-- keys are refused, its memberships and links are over. Returns `ok`, also if the deletion has begun before, or why not.
-- KEYS: the account, the index of its sessions. ARGV: prefix of the names of accounts, username, the ways to sign in, to
-- refuse the last administrator who can, or empty, `keep` to refuse the last owner of a team, the audit entry.
--- @include "../../audit/lua/record-entry"
--- @include "last-administrator"
--- @include "leave-teams"
local prefix, username, ways, keepsOwners, entry = ARGV[1], ARGV[2], ARGV[3], ARGV[4] == 'keep', ARGV[5]
local account = redis.call('HMGET', KEYS[1], 'username', 'kind', 'deleting')
if not account[1] then return 'no-user' end
if account[2] == 'team' then return 'team' end
if account[3] == '1' then return 'ok' end

local function isLastOwner(team)
  local members = prefix .. 'team-members:' .. team
  if redis.call('HGET', members, username) ~= 'owner' then return false end
  local owners = 0
  for _, role in ipairs(redis.call('HVALS', members)) do
    if role == 'owner' then owners = owners + 1 end
  end
  return owners == 1
end
if ways ~= '' and isLastAdministrator(prefix, username, ways) then return 'last' end
if keepsOwners then
  for _, team in ipairs(redis.call('SMEMBERS', prefix .. 'person-teams:' .. username)) do
    if isLastOwner(team) then return 'owner ' .. team end
  end
end

recordEntry(prefix, entry)
redis.call('HSET', KEYS[1], 'deleting', '1', 'disabled', '1')
redis.call('SADD', prefix .. 'deletions', username)
redis.call('HDEL', KEYS[1], 'password', 'password_link', 'password_link_for', 'password_link_until',
  'search_link', 'search_link_at')
redis.call('HINCRBY', KEYS[1], 'generation', 1)
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do redis.call('DEL', prefix .. 'session:' .. id) end
leaveTeams(prefix, username)
return 'ok'
