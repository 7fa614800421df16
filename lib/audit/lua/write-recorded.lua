-- Carries out commands after the entry that records them is written. A transaction would go on if the entry failed.
-- KEYS: the records that the commands name. ARGV: prefix of the names of accounts, the entry, the commands as JSON.
-- Returns their replies.
--- @include "record-entry"
recordEntry(ARGV[1], ARGV[2])
local replies = {}
for at, command in ipairs(cjson.decode(ARGV[3])) do replies[at] = redis.call(unpack(command)) end
return replies
