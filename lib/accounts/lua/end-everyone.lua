-- Ends all sessions of all accounts and forgets all devices: each account begins a new generation. Their lists of sessions
-- are cleared when they are read, or expire. Returns the number of accounts.
-- KEYS: the list of all accounts. ARGV: prefix of the names of accounts, the audit entry.
--- @include "../../audit/lua/record-entry"
recordEntry(ARGV[1], ARGV[2])
local names = redis.call('SMEMBERS', KEYS[1])
for _, name in ipairs(names) do redis.call('HINCRBY', ARGV[1] .. 'user:' .. name, 'generation', 1) end
return #names
