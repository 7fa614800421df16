-- Links a person at the provider to an account, which is made if no generation is given, with the entry that records it.
-- Returns `ok`; `linked` if the person has an account, by another sign-in at the same moment; `taken` if the name is, or
-- the account is linked to somebody else; `changed` if it is not as it was when its password was checked.
-- KEYS: the account, the list of all accounts, the record of the person. ARGV: prefix of the names of accounts, username,
-- the digest of the person, the entry, the generation of the account or empty, that of a new
-- one, then the fields of the link.
local account, everybody, person = KEYS[1], KEYS[2], KEYS[3]
local prefix, username, digest, entry, generation, FIRST_FIELD = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], 7
--- @include "../../audit/lua/record-entry"

local other = redis.call('GET', person)
if other and redis.call('HGET', prefix .. 'user:' .. other, 'sso') == digest then return 'linked' end
local known = redis.call('HMGET', account, 'username', 'sso', 'generation', 'disabled')
if generation == '' then
  if known[1] then return 'taken' end
else
  if known[2] then return 'taken' end
  if not known[1] or known[4] == '1' or (known[3] or '0') ~= generation then return 'changed' end
end
recordEntry(prefix, entry)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if generation == '' then
  redis.call('HSET', account, 'username', username, 'created_at', now, 'generation', ARGV[6])
  redis.call('SADD', everybody, username)
end
-- From now on, the account is good for as long as the provider's word, even if this sign-in goes no further.
redis.call('HSET', account, 'sso', digest, 'sso_checked_at', now, unpack(ARGV, FIRST_FIELD))
redis.call('ZADD', prefix .. 'sso-checks', now, username)
redis.call('SET', person, username)
return 'ok'
