-- Appends an entry unless the same reader has left one for the same account a while ago.
-- KEYS: what says that. ARGV: prefix of the names of accounts, the seconds for which it does, the entry.
--- @include "record-entry"
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
recordEntry(ARGV[1], ARGV[3])
redis.call('SET', KEYS[1], '1', 'EX', ARGV[2])
return 1
