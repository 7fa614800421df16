-- Replaces the settings of the last start, and appends the entries that say how they differ. Returns 0 if another process
-- was faster.
-- KEYS: the settings of the last start. ARGV: prefix of the names of accounts, what they must be until then or empty, what
-- they are now, the entries as a JSON list of texts.
--- @include "record-entry"
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[2] then return 0 end
for _, entry in ipairs(cjson.decode(ARGV[4])) do recordEntry(ARGV[1], entry) end
redis.call('SET', KEYS[1], ARGV[3])
return 1
