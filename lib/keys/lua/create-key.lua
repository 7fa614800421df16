-- Stores a key unless the account has the maximum of live keys, or the prefix is taken. Counting and storing are one
-- step, so that concurrent creations cannot exceed the maximum.
-- KEYS: those of the index, the account, the record of the key. ARGV: those of the index, prefix of the key, now, maximum or empty, expiry or +inf, the entry for the audit log, then the fields of the record with their values.
local prefix, now, max, expiresAt, entry, FIRST_FIELD = ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6], ARGV[7], 8
local account, record = KEYS[4], KEYS[5]
--- @include "key-index"
--- @include "../../audit/lua/record-entry"
if redis.call('EXISTS', account) == 0 then return 'no-user' end
if redis.call('EXISTS', record) == 1 then return 'taken' end
completeIndex()
forgetEnded(now)
if max ~= '' and redis.call('ZCARD', live) >= tonumber(max) then return 'full' end
recordEntry(ARGV[1], entry)
redis.call('HSET', record, 'created_at', ARGV[4], unpack(ARGV, FIRST_FIELD))
redis.call('SADD', allKeys, prefix)
redis.call('ZADD', byAge, ARGV[4], prefix)
redis.call('ZADD', live, expiresAt, prefix)
return 'ok'
