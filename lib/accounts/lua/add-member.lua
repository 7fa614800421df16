-- Adds a person to a team, or changes their role, unless one of them is gone or the team is being deleted, or the person is
-- disabled or no person.
-- KEYS: the team, the person, the members of the team, the teams of the person. ARGV: prefix of the names of accounts, the
-- names of team and person, the role, the entry for the audit log.
--- @include "../../audit/lua/record-changes"
local prefix, name, username, role, entry = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local team = redis.call('HMGET', KEYS[1], 'kind', 'deleting')
local person = redis.call('HMGET', KEYS[2], 'username', 'kind', 'disabled')
if team[1] ~= 'team' or team[2] == '1' then return 'no-team' end
if not person[1] or person[2] == 'team' then return 'no-person' end
if person[3] == '1' then return 'disabled' end
recordChanged(prefix, entry, { role = redis.call('HGET', KEYS[3], username) or '' }, { role = role })
redis.call('HSET', KEYS[3], username, role)
redis.call('SADD', KEYS[4], name)
return 'ok'
