-- Removes a right, but never from the last administrator who can sign in: if two administrators demote each other at the
-- same moment, one remains. Returns 0 if the right stays.
-- KEYS: the account, the list of all accounts. ARGV: prefix of the names of accounts, username, `admin` or `access`.
-- The script builds the names of the other accounts; they share the hash tag of the list.
local prefix, username, right = ARGV[1], ARGV[2], ARGV[3]
--- @include "leave-teams"

local function isAdministrator(key)
  local fields = redis.call('HMGET', key, 'admin', 'disabled', 'password')
  return fields[1] == '1' and fields[2] ~= '1' and fields[3]
end

local others = 0
for _, name in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  if name ~= username and isAdministrator(prefix .. 'user:' .. name) then others = others + 1 end
end
if others == 0 and isAdministrator(KEYS[1]) then return 0 end
if right == 'admin' then
  redis.call('HDEL', KEYS[1], 'admin')
else
  redis.call('HSET', KEYS[1], 'disabled', '1')
  leaveTeams(prefix, username)
  redis.call('HINCRBY', KEYS[1], 'generation', 1)
end
return 1
