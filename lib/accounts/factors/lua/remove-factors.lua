-- Removes one factor of an account, or all of them. The recovery codes end with the last one. Returns how many it removed.
-- KEYS: the factors, the account. ARGV: prefix of the names of accounts, the id of the factor or nothing for all, `taken` if
-- the person is to be told at their next sign-in, the audit entry.
--- @include "../../../audit/lua/record-entry"
--- @include "factor-fields"
local factors, account, prefix, id, how, entry = KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local found = factorsIn(factors)
local leaving = {}
for _, factor in ipairs(found) do
  if id == '' or factor.id == id then leaving[#leaving + 1] = factor end
end
if #leaving == 0 then return 0 end
recordEntry(prefix, entry)
for _, factor in ipairs(leaving) do
  redis.call('HDEL', factors, factor.field, 'step:' .. factor.id, 'used:' .. factor.id, 'counter:' .. factor.id)
  if factor.kind == 'passkey' then redis.call('DEL', prefix .. 'passkey:' .. factor.id) end
end
if #leaving == #found then
  redis.call('DEL', factors)
  redis.call('HDEL', account, 'second_factor')
end
if how == 'taken' then redis.call('HSET', account, 'factors_taken', '1') end
return #leaving
