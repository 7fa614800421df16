-- Replaces the recovery codes of an account that has a factor. Returns 1, or 0 if it has none.
-- KEYS: the factors. ARGV: prefix of the names of accounts, the audit entry, then digests of recovery codes.
--- @include "../../../audit/lua/record-entry"
--- @include "factor-fields"
if #factorsIn(KEYS[1]) == 0 then return 0 end
recordEntry(ARGV[1], ARGV[2])
storeCodes(KEYS[1], 3)
return 1
