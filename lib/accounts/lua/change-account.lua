-- Changes fields of an account, unless another change was faster. Returns its generation, or a word.
-- Disabling an account refuses its keys, ends its sessions and its memberships in teams.
-- KEYS: the account, the list of all accounts. ARGV: prefix of the names of accounts, username, `keep` to refuse a change
-- that would leave no administrator who can sign in, the state that the change is based on or empty, the entries for the
-- audit log, then the fields with their values. An empty value removes the field. If two administrators demote each other at the same moment, one remains.
local account, everybody = KEYS[1], KEYS[2]
local prefix, username, keeps, basedOn, entries, FIRST_FIELD = ARGV[1], ARGV[2], ARGV[3] == 'keep', ARGV[4], ARGV[5], 6
--- @include "leave-teams"
--- @include "../../audit/lua/record-changes"

if redis.call('EXISTS', account) == 0 then return 'no-user' end
if basedOn ~= '' then
  local known = redis.call('HMGET', account, 'admin', 'disabled', 'burst', 'sustained', 'monthly', 'max_parallel')
  for at = 1, 6 do known[at] = known[at] or '' end
  if table.concat(known, ' ') ~= basedOn then return 'changed' end
end

local function isAdministrator(key)
  local fields = redis.call('HMGET', key, 'admin', 'disabled', 'password')
  return fields[1] == '1' and fields[2] ~= '1' and fields[3]
end
local function isLastAdministrator()
  if not isAdministrator(account) then return false end
  for _, name in ipairs(redis.call('SMEMBERS', everybody)) do
    if name ~= username and isAdministrator(prefix .. 'user:' .. name) then return false end
  end
  return true
end

local changes = changesIn(ARGV, FIRST_FIELD)
local disables, demotes = changes.disabled == '1', changes.admin == ''
if keeps and (disables or demotes) and isLastAdministrator() then return 'last' end

recordChanges(prefix, entries, account, changes)
for field, value in pairs(changes) do
  if value == '' then redis.call('HDEL', account, field) else redis.call('HSET', account, field, value) end
end
if not disables then return tonumber(redis.call('HGET', account, 'generation') or '0') end
leaveTeams(prefix, username)
return redis.call('HINCRBY', account, 'generation', 1)
