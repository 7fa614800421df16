-- Ends an access token, with the entry that records it. Returns 1, or 0 if there is nothing to end.
-- KEYS: the access token. ARGV: prefix of the names of accounts, prefix of the key, the entry.
--- @include "../../audit/lua/record-entry"
if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
recordEntry(ARGV[1], ARGV[3])
redis.call('DEL', KEYS[1])
return 1
