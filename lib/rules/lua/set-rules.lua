-- Makes a list of rules that of its owner, in place of the one before. That one stays for a minute, for requests that
-- have just read its version, unless another one follows: whoever replaces lists again and again has two in Redis.
-- KEYS: the record of the owner, the new list. ARGV: prefix of the names of accounts, prefix of the names of the owner's
-- lists, version of the new list or empty for none, version that must be the present one or * for any, the entries for the
-- audit log, which a list that stays the same does not get, then the fields of the list with their values.
local record, list = KEYS[1], KEYS[2]
local prefix, version, expected, entries, FIRST_FIELD = ARGV[2], ARGV[3], ARGV[4], ARGV[5], 6
--- @include "../../audit/lua/record-changes"
if redis.call('EXISTS', record) == 0 then return 'no-owner' end
local before = redis.call('HGET', record, 'rules') or ''
if expected ~= '*' and expected ~= before then return 'changed' end
if before ~= version then recordChanges(ARGV[1], entries, record, { rules = version }) end
if before ~= '' and before ~= version then
  local earlier = redis.call('HGET', record, 'rules_before')
  if earlier and earlier ~= version and earlier ~= before then redis.call('UNLINK', prefix .. earlier) end
  redis.call('HSET', record, 'rules_before', before)
  redis.call('PEXPIRE', prefix .. before, 60000)
end
if version == '' then
  redis.call('HDEL', record, 'rules')
  return 'ok'
end
redis.call('HSET', list, unpack(ARGV, FIRST_FIELD))
redis.call('PERSIST', list)
redis.call('HSET', record, 'rules', version)
return 'ok'
