-- Changes fields of a key, unless another change was faster. Returns the number of changes so far, or a word.
-- KEYS: the record, the live keys of its account. ARGV: prefix of the key, the version that the change is based on or
-- empty, the new expiry (+inf for never) or empty, then the fields with their values. An empty value removes the field.
local record, live = KEYS[1], KEYS[2]
local prefix, basedOn, expiresAt, FIRST_FIELD = ARGV[1], ARGV[2], ARGV[3], 4
local known = redis.call('HMGET', record, 'username', 'revoked_at', 'version')
if not known[1] then return 'no-key' end
if known[2] then return 'revoked' end
if basedOn ~= '' and basedOn ~= (known[3] or '0') then return 'changed' end
for at = FIRST_FIELD, #ARGV, 2 do
  if ARGV[at + 1] == '' then redis.call('HDEL', record, ARGV[at]) else redis.call('HSET', record, ARGV[at], ARGV[at + 1]) end
end
if expiresAt ~= '' then redis.call('ZADD', live, expiresAt, prefix) end
return redis.call('HINCRBY', record, 'version', 1)
