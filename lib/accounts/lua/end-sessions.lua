-- Ends all sessions of an account, or all but one, and forgets its devices: the account begins a new generation, which
-- sessions that no list has do not belong to either. Returns the generation, or 0 if there is no such account.
-- KEYS: the account, the index of its sessions. ARGV: prefix of the names of accounts, the id of the session that stays or
-- nothing, the audit entry.
--- @include "../../audit/lua/record-entry"
local prefix, kept, entry = ARGV[1], ARGV[2], ARGV[3]
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
recordEntry(prefix, entry)
local generation = redis.call('HINCRBY', KEYS[1], 'generation', 1)
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  if id ~= kept then
    redis.call('DEL', prefix .. 'session:' .. id)
    redis.call('ZREM', KEYS[2], id)
  end
end
local session = prefix .. 'session:' .. kept
if kept ~= '' and redis.call('EXISTS', session) == 1 then redis.call('HSET', session, 'generation', generation) end
return generation
