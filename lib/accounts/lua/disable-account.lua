-- Disables an account: its keys and sessions are refused, and its memberships in teams end. Returns its generation.
-- KEYS: the account. ARGV: prefix of the names of accounts, username.
--- @include "leave-teams"
redis.call('HSET', KEYS[1], 'disabled', '1')
leaveTeams(ARGV[1], ARGV[2])
return redis.call('HINCRBY', KEYS[1], 'generation', 1)
