-- Uses a recovery code, which then works no more. Returns 1, or 0 if there is no such code.
-- KEYS: the factors. ARGV: prefix of the names of accounts, the digest of the code, the audit entry.
--- @include "../../../audit/lua/record-entry"
local code = 'code:' .. ARGV[2]
if redis.call('HEXISTS', KEYS[1], code) == 0 then return 0 end
recordEntry(ARGV[1], ARGV[3])
redis.call('HDEL', KEYS[1], code)
return 1
