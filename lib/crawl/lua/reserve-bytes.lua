-- Makes room for what a crawl is about to store. ARGV: its id, its account, the bytes, how long they are kept, the bytes
-- that an account and all may hold.
--- @include "crawl-list"
local id, account, bytes = ARGV[1], ARGV[2], tonumber(ARGV[3])
if string.match(redis.call('HGET', sizes, id) or '', '^%d+ (.*)$') ~= account then return 'gone' end
forgetEnded()
local full = whoseAreUsedUp(account, bytes, ARGV[5], ARGV[6])
if full then return full end
hold(id, account, bytes)
redis.call('ZADD', running, 'XX', now, id)
endsIn(id, ARGV[4])
prolong(own, ARGV[4])
prolong(ownRunning, ARGV[4])
return 'ok'
