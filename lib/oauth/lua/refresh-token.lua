-- Replaces a refresh token and makes an access token. Several processes of a program show the same one at once: for a minute
-- they all get the first answer. An older one of the same family was stolen, or its thief was faster: the grant ends. A newer
-- one is that of a program whose last refreshes Redis has lost, in a failover or by a restore: it goes on.
-- Returns the scopes of the key, the milliseconds that the access token works, and the first answer if there is one, or a
-- word.
-- KEYS: the record of the key, the live keys of its account, the access token, the answer to the shown token. ARGV: prefix
-- of the names of accounts, prefix of the key, digest of the shown token, its number in its family or 0 if that is not
-- signed, digest of the family, client id, life of the access token, digest of the new token, its number, the answer, how
-- long it is kept, the entry for a reuse.
local record, live, token, answer = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local prefix, keyPrefix, shown, shownCount, family, client = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6]
local lifeMs, refresh, count = tonumber(ARGV[7]), ARGV[8], ARGV[9]
--- @include "../../limits/lua/clock"
--- @include "../../audit/lua/record-entry"
--- @include "end-grant"
--- @include "registered-clients"
local known = redis.call('HMGET', record, 'refresh', 'family', 'connector', 'revoked_at', 'expires_at', 'scopes',
  'refresh_count')
if known[2] ~= family or known[3] ~= client or known[4] then return 'invalid' end
if known[5] then lifeMs = math.min(lifeMs, tonumber(known[5]) - now) end
if lifeMs <= 0 then return 'invalid' end
if known[1] ~= shown then
  local first = redis.call('GET', answer)
  if first then return { known[6] or '', lifeMs, first } end
  if shownCount <= tonumber(known[7] or 0) then
    endGrant(ARGV[12])
    return 'reused'
  end
end
redis.call('HSET', record, 'refresh', refresh, 'refresh_count', count)
redis.call('SET', token, keyPrefix, 'PX', lifeMs)
redis.call('SET', answer, ARGV[10], 'PX', ARGV[11])
keepUsed(prefix, client, record)
return { known[6] or '', lifeMs }
