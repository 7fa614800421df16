-- Changes fields of an account, unless another change was faster. Returns its generation, or a word.
-- Disabling an account refuses its keys, ends its sessions, its link to set a password and its memberships in teams.
-- KEYS: the account, the list of all accounts. ARGV: prefix of the names of accounts, username, the ways to sign in, to refuse
-- a change that would leave no administrator who can, or empty, the state that the change is based on or empty, the entries for the
-- audit log, then the fields with their values. An empty value removes the field. If two administrators demote each other
-- at the same moment, one remains. An account that is being deleted cannot be enabled.
local account = KEYS[1]
local prefix, username, ways, basedOn, entries, FIRST_FIELD = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], 6
--- @include "leave-teams"
--- @include "last-administrator"
--- @include "../../audit/lua/record-changes"

if redis.call('EXISTS', account) == 0 then return 'no-user' end
if basedOn ~= '' then
  local known = redis.call('HMGET', account, 'admin', 'disabled', 'burst', 'sustained', 'monthly', 'max_parallel')
  for at = 1, 6 do known[at] = known[at] or '' end
  if table.concat(known, ' ') ~= basedOn then return 'changed' end
end

local changes = changesIn(ARGV, FIRST_FIELD)
local disables, demotes = changes.disabled == '1', changes.admin == ''
if ways ~= '' and (disables or demotes) and isLastAdministrator(prefix, username, ways) then return 'last' end
if changes.disabled == '' and redis.call('HGET', account, 'deleting') == '1' then return 'deleting' end

recordChanges(prefix, entries, account, changes)
for field, value in pairs(changes) do
  if value == '' then redis.call('HDEL', account, field) else redis.call('HSET', account, field, value) end
end
if not disables then return tonumber(redis.call('HGET', account, 'generation') or '0') end
redis.call('HDEL', account, 'password_link', 'password_link_for', 'password_link_until')
leaveTeams(prefix, username)
return redis.call('HINCRBY', account, 'generation', 1)
