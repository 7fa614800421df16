-- Counts one search for the next pages of a crawl, once, if the key may still be used and its month is not used up. KEYS:
-- the record of the key, its usage, the payments of the crawl. ARGV: the prefix of account data, the month, the field of the
-- day, the number of the payment, the instance's monthly limits of a key and of an account (empty for none), how long the
-- payments are remembered. Returns `now` with the labels of the key, `before`, or why it was not counted.
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
local key, usage, payments, prefix, field = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[3]
local USAGE_KEPT_S = '34560000'
if tonumber(redis.call('GET', payments) or '0') >= tonumber(ARGV[4]) then return { 'before' } end
local username, expiresAt, revokedAt, disabled, own, scopes, labels =
  unpack(redis.call('HMGET', key, 'username', 'expires_at', 'revoked_at', 'disabled', 'monthly', 'scopes', 'labels'))
if not username or revokedAt or disabled == '1' or (expiresAt and tonumber(expiresAt) <= now) then return { 'key' } end
if scopes and not string.find(',' .. scopes .. ',', ',read,', 1, true) then return { 'key' } end
local account = redis.call('HMGET', prefix .. 'user:' .. username, 'disabled', 'monthly')
if account[1] == '1' then return { 'key' } end
local accountUsage = prefix .. 'user-usage:' .. username .. ':' .. ARGV[2]
local function isUsedUp(name, ownLimit, usual)
  local limit = tonumber(ownLimit and (ownLimit == 'off' and '0' or ownLimit) or usual) or 0
  return limit > 0 and tonumber(redis.call('HGET', name, 'total') or '0') >= limit
end
if isUsedUp(usage, own, ARGV[5]) or isUsedUp(accountUsage, account[2], ARGV[6]) then return { 'month' } end
for _, name in ipairs({ usage, accountUsage }) do
  redis.call('HINCRBY', name, 'total', 1)
  redis.call('HINCRBY', name, field, 1)
  redis.call('EXPIRE', name, USAGE_KEPT_S, 'NX')
end
redis.call('SET', payments, ARGV[4], 'KEEPTTL')
prolong(payments, ARGV[7])
return { 'now', labels or '' }
