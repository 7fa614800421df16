-- Enters a crawl into the lists, with what is about to be stored of it, if its account may have one more. ARGV: its id, its
-- account, how many of an account may run, how long it may take with its results, the bytes that an account and all may
-- hold, its own bytes; the id of the endpoint that is told of it (empty if nobody is), its bytes, and how long it is kept.
--- @include "crawl-list"
local id, account, bytes, endpoint, endpointBytes = ARGV[1], ARGV[2], tonumber(ARGV[7]), ARGV[8], tonumber(ARGV[9])
forgetEnded()
if redis.call('SCARD', ownRunning) >= tonumber(ARGV[3]) then return 'running' end
local full = whoseAreUsedUp(account, bytes + endpointBytes, ARGV[5], ARGV[6])
if full then return full end
redis.call('ZREMRANGEBYSCORE', own, '-inf', string.format('%.0f', now - ARGV[4] * 1.1 - 60000))
redis.call('ZADD', own, now, id)
redis.call('SADD', ownRunning, id)
redis.call('ZADD', running, now, id)
hold(id, account, bytes)
endsIn(id, ARGV[4])
if endpoint ~= '' then
  hold(endpoint, account, endpointBytes)
  endsIn(endpoint, ARGV[10])
end
for _, key in ipairs({ own, ownRunning }) do prolong(key, ARGV[4]) end
return 'ok'
