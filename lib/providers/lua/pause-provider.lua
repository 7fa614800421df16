-- Pauses a provider, or ends its pause, after the entry that records it, and announces it to all processes.
-- KEYS[1] the paused providers
-- ARGV    prefix of the names of accounts, the entry, the provider, its record or '' to resume it, the channel, what it says
-- Returns 0 if a provider was to be resumed that was not paused, else 1.
--- @include "../../audit/lua/record-entry"
local provider, record = ARGV[3], ARGV[4]
if record == '' and redis.call('HEXISTS', KEYS[1], provider) == 0 then return 0 end
recordEntry(ARGV[1], ARGV[2])
if record == '' then
  redis.call('HDEL', KEYS[1], provider)
else
  redis.call('HSET', KEYS[1], provider, record)
end
redis.call('PUBLISH', ARGV[5], ARGV[6])
return 1
