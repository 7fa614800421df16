-- Sets the password of a link that is valid, and ends the link: of two requests with the same link, one succeeds. All
-- sessions of the account end. Returns its generation, or 0 if the link is not valid.
-- KEYS: the account, the index of its sessions. ARGV: prefix of the names of accounts, the digest, the hash of the password
-- or nothing to see only whether the link is valid, the audit entry.
--- @include "../../audit/lua/record-entry"
--- @include "../../limits/lua/clock"
local prefix, digest, password, entry = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local account = redis.call('HMGET', KEYS[1], 'password_link', 'password_link_until', 'disabled', 'password_link_for')
if account[1] ~= digest or account[3] == '1' or tonumber(account[2]) <= now then return 0 end
if password == '' then return account[4] end
recordEntry(prefix, entry)
redis.call('HSET', KEYS[1], 'password', password)
redis.call('HDEL', KEYS[1], 'password_link', 'password_link_for', 'password_link_until', 'must_change')
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do redis.call('DEL', prefix .. 'session:' .. id) end
redis.call('DEL', KEYS[2])
return redis.call('HINCRBY', KEYS[1], 'generation', 1)
