-- Adds a factor to an account. With the first one come recovery codes. Returns `first`, `added`, or why it did not:
-- `gone`, `known`, `full`.
-- KEYS: the factors, the account. ARGV: prefix of the names of accounts, username, kind, id, the factor as JSON, the step
-- of its first code or the counter of a passkey, the time, how many factors there may be, the audit entry, then digests of recovery codes.
--- @include "../../../audit/lua/record-entry"
--- @include "factor-fields"
local factors, account = KEYS[1], KEYS[2]
local prefix, username, kind, id, factor, first = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local now, most, entry, FIRST_CODE = ARGV[7], tonumber(ARGV[8]), ARGV[9], 10
if redis.call('EXISTS', account) == 0 then return 'gone' end
local owner = prefix .. 'passkey:' .. id
if redis.call('HEXISTS', factors, kind .. ':' .. id) == 1 then return 'known' end
if kind == 'passkey' and redis.call('EXISTS', owner) == 1 then return 'known' end
local count = #factorsIn(factors)
if count >= most then return 'full' end
recordEntry(prefix, entry)
redis.call('HSET', factors, kind .. ':' .. id, factor, 'used:' .. id, now)
redis.call('HSET', factors, (kind == 'totp' and 'step:' or 'counter:') .. id, first)
if kind == 'passkey' then redis.call('SET', owner, username) end
redis.call('HSET', account, 'second_factor', '1')
if count == 0 then storeCodes(factors, FIRST_CODE) end
return count == 0 and 'first' or 'added'
