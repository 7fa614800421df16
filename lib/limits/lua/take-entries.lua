-- Takes an entry in every log or in none. Returns the milliseconds to wait, or 0 if the entries were taken.
-- KEYS: the logs. ARGV: the limit and the window of each log.
--- @include "sliding-log"
--- @include "prolong"

local longest = 0
for at, log in ipairs(KEYS) do
  local limit, window = tonumber(ARGV[at * 2 - 1]), tonumber(ARGV[at * 2])
  longest = math.max(longest, waitFor(1, log, limit, window, count(log, window)))
end
if longest > 0 then return longest end
for at, log in ipairs(KEYS) do
  redis.call('RPUSH', log, string.format('%.0f', now))
  prolong(log, ARGV[at * 2])
end
return 0
