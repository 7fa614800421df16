-- Stores a client that registers itself, and forgets the oldest ones that were never used if there are too many.
-- KEYS: the client, the clients without a grant. ARGV: prefix of the names of accounts, id of the client, its record, the
-- entry of the audit log.
--- @include "registered-clients"
--- @include "../../audit/lua/record-entry"
-- Anybody can register.
recordEntry(ARGV[1], ARGV[4], 'audit-failures')
redis.call('SET', KEYS[1], ARGV[3], 'PX', UNUSED_MS)
keepUnused(ARGV[1], ARGV[2])
return 1
