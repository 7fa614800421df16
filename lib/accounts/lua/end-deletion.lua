-- Deletes what is left of an account or a team whose deletion has begun. Returns `done`; `again` if it has got a key since
-- its keys were deleted; or `gone` if another process has completed the deletion.
-- KEYS: the account, the list of all accounts, the prefixes of its keys, then all records of the account. ARGV: prefix of
-- the names of accounts, username, the audit entry, or empty if it is written.
--- @include "../../audit/lua/record-entry"
local prefix, username, entry = ARGV[1], ARGV[2], ARGV[3]
local isDeleting = redis.call('HGET', KEYS[1], 'deleting') == '1'
if isDeleting and redis.call('EXISTS', KEYS[3]) == 1 then return 'again' end
if isDeleting and entry ~= '' then recordEntry(prefix, entry) end
redis.call('SREM', prefix .. 'deletions', username)
if not isDeleting then return 'gone' end
redis.call('SREM', KEYS[2], username)
for at = 1, #KEYS do
  if at ~= 2 then redis.call('UNLINK', KEYS[at]) end
end
return 'done'
