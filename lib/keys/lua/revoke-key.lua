-- Revokes a key. Revoking it again keeps the first time and leaves no second entry.
-- KEYS: the record, the live keys of its account. ARGV: prefix of the names of accounts, now, prefix of the key, the version
-- that it must have or empty, the entry for the audit log.
local record, live = KEYS[1], KEYS[2]
local prefix, now, keyPrefix, basedOn, entry = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
--- @include "../../audit/lua/record-entry"
if basedOn ~= '' and basedOn ~= (redis.call('HGET', record, 'version') or '0') then return 'changed' end
if redis.call('HEXISTS', record, 'revoked_at') == 1 then return 1 end
recordEntry(prefix, entry)
redis.call('HSET', record, 'revoked_at', now)
redis.call('ZREM', live, keyPrefix)
return 1
