-- Stores an account unless its name is taken. Returns 1, 0, or `closed` if the token of the set-up is no longer valid.
-- KEYS: the account, the list of all accounts, the token of the set-up. ARGV: prefix of the names of accounts, username,
-- the id of the request or empty: sent again, it finds the account that it has made; the digest of a token that this uses
-- up or empty, the entry for the audit log, then the fields with their values.
local prefix, username, request, token, entry, FIRST_FIELD = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], 6
--- @include "../../audit/lua/record-entry"
if token ~= '' and redis.call('GET', KEYS[3]) ~= token then return 'closed' end
if redis.call('EXISTS', KEYS[1]) == 1 then
  return request ~= '' and redis.call('HGET', KEYS[1], 'request') == request and 1 or 0
end
recordEntry(prefix, entry)
redis.call('HSET', KEYS[1], unpack(ARGV, FIRST_FIELD))
redis.call('SADD', KEYS[2], username)
if token ~= '' then redis.call('DEL', KEYS[3]) end
return 1
