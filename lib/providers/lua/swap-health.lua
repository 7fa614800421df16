-- Replaces the record of a provider, unless another process has changed it since it was read.
-- KEYS[1] the hash of all records
-- ARGV    provider, the record as it was read, the new record, the channel to announce it on or ''
-- Returns nil if it was replaced, else the record as it is now.
local current = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if current ~= ARGV[2] then return current end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if ARGV[4] ~= '' then redis.call('PUBLISH', ARGV[4], ARGV[1] .. ' ' .. ARGV[3]) end
return nil
