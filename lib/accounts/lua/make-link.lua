-- Stores the digest of a link with which a person sets their password, in place of the one before. Returns `ok`, or why
-- not.
-- KEYS: the account. ARGV: prefix of the names of accounts, the digest, `invitation` or `reset`, the milliseconds for which
-- the link is valid, the audit entry.
--- @include "../../audit/lua/record-entry"
--- @include "../../limits/lua/clock"
local kind = ARGV[3]
local account = redis.call('HMGET', KEYS[1], 'username', 'kind', 'disabled', 'password')
if not account[1] then return 'no-user' end
if account[2] == 'team' then return 'team' end
if account[3] == '1' then return 'disabled' end
if kind == 'invitation' and account[4] then return 'has-password' end
if kind == 'reset' and not account[4] then return 'no-password' end
recordEntry(ARGV[1], ARGV[5])
redis.call('HSET', KEYS[1],
  'password_link', ARGV[2], 'password_link_for', kind, 'password_link_until', now + ARGV[4])
return 'ok'
