-- Ends a membership; returns 0 if there is none.
-- KEYS: the members of the team, the teams of the person. ARGV: prefix of the names of accounts, the names of team and
-- person, the entry for the audit log.
--- @include "../../audit/lua/record-changes"
local prefix, name, username, entry = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local role = redis.call('HGET', KEYS[1], username)
if not role then return 0 end
recordChanged(prefix, entry, { role = role }, { role = '' })
redis.call('HDEL', KEYS[1], username)
redis.call('SREM', KEYS[2], name)
return 1
