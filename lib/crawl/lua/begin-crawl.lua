-- Enters a crawl into the lists, if its account may have one more. ARGV: its id, its account, how many of an account may
-- run, how long it may take with its results, the bytes that an account and all may hold.
--- @include "crawl-list"
local id, account = ARGV[1], ARGV[2]
forgetEnded()
if redis.call('SCARD', ownRunning) >= tonumber(ARGV[3]) then return 'running' end
if tonumber(redis.call('HGET', sizes, '@' .. account) or '0') >= tonumber(ARGV[5]) then return 'account' end
if tonumber(redis.call('HGET', sizes, '*') or '0') >= tonumber(ARGV[6]) then return 'instance' end
redis.call('ZREMRANGEBYSCORE', own, '-inf', string.format('%.0f', now - ARGV[4] * 1.1 - 60000))
redis.call('ZADD', own, now, id)
redis.call('SADD', ownRunning, id)
redis.call('ZADD', running, now, id)
redis.call('HSET', sizes, id, '0 ' .. account)
endsIn(id, ARGV[4])
for _, key in ipairs({ own, ownRunning }) do prolong(key, ARGV[4]) end
return 'ok'
