-- Exchanges the code of a consent for the first tokens of a program. A code that is shown a second time may be stolen, whoever
-- shows it: what it gave is revoked. Returns the scopes of the key and the milliseconds that the access token works, or a
-- word.
-- KEYS: the record of the key, the live keys of its account, the access token. ARGV: prefix of the names of accounts, prefix
-- of the key, digest of the code, client id, redirect address, challenge of the verifier, life of the access token, digests
-- of the refresh token and of its family, its number, the entries for both outcomes.
local record, live, token = KEYS[1], KEYS[2], KEYS[3]
local prefix, keyPrefix, code, client, redirect, challenge = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local lifeMs, refresh, family, count = tonumber(ARGV[7]), ARGV[8], ARGV[9], ARGV[10]
--- @include "../../limits/lua/clock"
--- @include "../../audit/lua/record-entry"
--- @include "end-grant"
--- @include "registered-clients"
local known = redis.call('HMGET', record, 'code', 'code_until', 'code_used', 'connector', 'redirect_uri', 'challenge',
  'revoked_at', 'ends_at', 'scopes')
if known[1] ~= code then return 'invalid' end
if known[3] then
  if not known[7] then endGrant(ARGV[12]) end
  return 'replayed'
end
local isProgram = known[4] == client and known[5] == redirect and known[6] == challenge
local endsAt = known[8]
if endsAt then lifeMs = math.min(lifeMs, tonumber(endsAt) - now) end
if known[7] or tonumber(known[2]) <= now or not isProgram or lifeMs <= 0 then return 'invalid' end
recordEntry(prefix, ARGV[11])
redis.call('HSET', record, 'code_used', '1', 'refresh', refresh, 'refresh_count', count, 'family', family)
-- Until now, the key ended with its code.
if endsAt then redis.call('HSET', record, 'expires_at', endsAt) else redis.call('HDEL', record, 'expires_at') end
redis.call('ZADD', live, endsAt or '+inf', keyPrefix)
redis.call('SET', token, keyPrefix, 'PX', lifeMs)
keepUsed(prefix, client, record)
return { known[9] or '', lifeMs }
