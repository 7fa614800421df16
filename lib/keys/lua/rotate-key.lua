-- Replaces the secret of a key. The one before works until its end, and no earlier one does. Returns the number of changes
-- so far, or a word.
-- KEYS: the record, the live keys of its account. ARGV: prefix of the names of accounts, prefix of the key, the new digest, now,
-- the end of the old secret, the new expiry (+inf for never) or empty to keep it, the id of the request and when it was
-- first sent, or both empty, the version that the change is based on or empty, and the entry for the audit log.
local record, live = KEYS[1], KEYS[2]
local prefix, digest, now, oldUntil, expiresAt, request = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local startedAt, basedOn, entry = ARGV[8], ARGV[9], ARGV[10]
--- @include "../../audit/lua/record-changes"
local known = redis.call('HMGET', record, 'digest', 'revoked_at', 'expires_at', 'version', 'rotation', 'rotated_at')
local version = known[4] or '0'
if not known[1] then return 'no-key' end
if known[2] then return 'revoked' end
if request ~= '' then
  if known[5] == request then return tonumber(version) end
  -- Another rotation came after this one. To repeat it now would bring back the secret that the other has replaced.
  if known[6] and tonumber(known[6]) >= tonumber(startedAt) then return 'changed' end
end
if basedOn ~= '' and basedOn ~= version then return 'changed' end
-- The old secret does not outlive what it was given.
if known[3] and tonumber(known[3]) < tonumber(oldUntil) then oldUntil = known[3] end
local after = { old_until = oldUntil }
if expiresAt ~= '' then after.expires_at = expiresAt == '+inf' and '' or expiresAt end
recordChanged(ARGV[1], entry, { expires_at = known[3] or nil }, after)
redis.call('HSET', record, 'digest', digest, 'rotated_at', now, 'old_digest', known[1], 'old_until', oldUntil,
  'rotation', request)
if expiresAt == '+inf' then redis.call('HDEL', record, 'expires_at') end
if expiresAt ~= '' and expiresAt ~= '+inf' then redis.call('HSET', record, 'expires_at', expiresAt) end
if expiresAt ~= '' then redis.call('ZADD', live, expiresAt, prefix) end
return redis.call('HINCRBY', record, 'version', 1)
