-- Ends a session of an account. Returns 1, or 0 if the account has no such session.
-- KEYS: the session, the index of the account's sessions. ARGV: prefix of the names of accounts, username, the session's
-- id, the audit entry.
--- @include "../../audit/lua/record-entry"
if redis.call('HGET', KEYS[1], 'username') ~= ARGV[2] then return 0 end
recordEntry(ARGV[1], ARGV[4])
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[3])
return 1
