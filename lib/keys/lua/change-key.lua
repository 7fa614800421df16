-- Changes fields of a key, unless another change was faster. Returns the number of changes so far, or a word.
-- KEYS: the record, the live keys of its account. ARGV: prefix of the names of accounts, prefix of the key, the version that
-- the change is based on or empty, the entries for the audit log, the new expiry (+inf for never) or empty, then the fields
-- with their values. An empty value removes the field.
local record, live = KEYS[1], KEYS[2]
local prefix, basedOn, entries, expiresAt, FIRST_FIELD = ARGV[2], ARGV[3], ARGV[4], ARGV[5], 6
--- @include "../../audit/lua/record-changes"
local known = redis.call('HMGET', record, 'username', 'revoked_at', 'version')
if not known[1] then return 'no-key' end
if known[2] then return 'revoked' end
if basedOn ~= '' and basedOn ~= (known[3] or '0') then return 'changed' end
local changes = changesIn(ARGV, FIRST_FIELD)
recordChanges(ARGV[1], entries, record, changes)
for field, value in pairs(changes) do
  if value == '' then redis.call('HDEL', record, field) else redis.call('HSET', record, field, value) end
end
if expiresAt ~= '' then redis.call('ZADD', live, expiresAt, prefix) end
return redis.call('HINCRBY', record, 'version', 1)
