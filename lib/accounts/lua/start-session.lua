-- Starts a session, unless its account is gone, disabled or in another generation than when the person was recognised.
-- Returns 1, or 0 if it did not.
-- KEYS: the session, its account, the index of the account's sessions, the mark of a confirmed session. ARGV: prefix of the
-- names of accounts, the session's id, the generation, the idle and the absolute lifetime in milliseconds, those for which
-- it is confirmed or empty, the audit entry, then the session's fields with their values.
--- @include "../../audit/lua/record-entry"
--- @include "keep-session"
local id, generation, idleMs, maxMs, FIRST_FIELD = ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), 8
local account = redis.call('HMGET', KEYS[2], 'username', 'disabled', 'generation')
if not account[1] or account[2] == '1' or (account[3] or '0') ~= generation then return 0 end
recordEntry(ARGV[1], ARGV[7])
local now = nowMs()
redis.call('HSET', KEYS[1], 'generation', generation, 'started_at', now, unpack(ARGV, FIRST_FIELD))
keepSession(KEYS[1], KEYS[3], id, now, math.min(idleMs, maxMs), idleMs)
if ARGV[6] ~= '' then redis.call('SET', KEYS[4], '1', 'PX', ARGV[6]) end
return 1
