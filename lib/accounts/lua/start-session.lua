-- Starts a session, unless its account is gone, disabled or in another generation than when the person was recognised.
-- If the account has as many sessions as it may have, those that would end first make way. Returns 1, or 0 if it did not.
-- KEYS: the session, its account, the index of the account's sessions, the mark of a confirmed session. ARGV: prefix of the
-- names of accounts, the session's id, the generation, the idle and the absolute lifetime in milliseconds, those for which
-- it is confirmed or empty, the audit entry, the number of sessions that an account may have, then the session's fields with
-- their values.
--- @include "../../audit/lua/record-entry"
--- @include "keep-session"
local prefix, id, generation, idleMs, maxMs = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local entry, most, FIRST_FIELD = ARGV[7], tonumber(ARGV[8]), 9
-- Earlier releases kept any number of sessions. One script ends no more than these, so that it blocks Redis only briefly.
local AT_ONCE = 1000
local account = redis.call('HMGET', KEYS[2], 'username', 'disabled', 'generation')
if not account[1] or account[2] == '1' or (account[3] or '0') ~= generation then return 0 end
recordEntry(prefix, entry)
local over = math.min(redis.call('ZCARD', KEYS[3]) + 1 - most, AT_ONCE)
for at = 1, over do redis.call('DEL', prefix .. 'session:' .. redis.call('ZPOPMIN', KEYS[3])[1]) end
local now = nowMs()
redis.call('HSET', KEYS[1], 'generation', generation, 'started_at', now, unpack(ARGV, FIRST_FIELD))
keepSession(KEYS[1], KEYS[3], id, now, math.min(idleMs, maxMs), idleMs)
if ARGV[6] ~= '' then redis.call('SET', KEYS[4], '1', 'PX', ARGV[6]) end
return 1
