-- Deletes what is left of an account whose deletion has begun. Returns 1, or 0 if it has got a key since its keys were
-- deleted, or if another process has completed the deletion.
-- KEYS: the account, the list of all accounts, the prefixes of its keys, then all records of the account. ARGV: prefix of
-- the names of accounts, username, the audit entry.
--- @include "../../audit/lua/record-entry"
if redis.call('HGET', KEYS[1], 'deleting') ~= '1' or redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
recordEntry(ARGV[1], ARGV[3])
redis.call('SREM', KEYS[2], ARGV[2])
for at = 1, #KEYS do
  if at ~= 2 then redis.call('UNLINK', KEYS[at]) end
end
return 1
