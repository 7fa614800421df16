-- Ends the grant of a program. With a family, only if it is that of the grant. Returns 1, or 0 if there is nothing to end.
-- KEYS: the record of the key, the live keys of its account. ARGV: prefix of the names of accounts, prefix of the key, the
-- digest of the family of a refresh token or empty, the entry.
local record, live = KEYS[1], KEYS[2]
local prefix, keyPrefix, family = ARGV[1], ARGV[2], ARGV[3]
--- @include "../../limits/lua/clock"
--- @include "../../audit/lua/record-entry"
--- @include "end-grant"
local known = redis.call('HMGET', record, 'connector', 'family', 'revoked_at')
if not known[1] or known[3] or (family ~= '' and known[2] ~= family) then return 0 end
endGrant(ARGV[4])
return 1
