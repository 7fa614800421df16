-- Stores a client that registers itself, and forgets the oldest ones that were never used if there are too many.
-- KEYS: the client, the clients without a grant. ARGV: prefix of the names of accounts, id of the client, its record, how
-- long it is kept, how many are kept, the entry of the audit log.
local client, unused = KEYS[1], KEYS[2]
local prefix, id, record, keptMs, most = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
--- @include "../../limits/lua/clock"
--- @include "../../audit/lua/record-entry"
-- Anybody can register.
recordEntry(prefix, ARGV[6], 'audit-failures')
redis.call('ZREMRANGEBYSCORE', unused, '-inf', now - keptMs)
while redis.call('ZCARD', unused) >= most do
  redis.call('DEL', prefix .. 'oauth-client:' .. redis.call('ZPOPMIN', unused)[1])
end
redis.call('SET', client, record, 'PX', keptMs)
redis.call('ZADD', unused, now, id)
redis.call('PEXPIRE', unused, keptMs)
return 1
