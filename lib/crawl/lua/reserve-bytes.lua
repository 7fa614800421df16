-- Makes room for what a crawl is about to store. ARGV: its id, its account, the bytes, how long they are kept, the bytes
-- that an account and all may hold.
--- @include "crawl-list"
local id, account, bytes = ARGV[1], ARGV[2], tonumber(ARGV[3])
local held, owner = string.match(redis.call('HGET', sizes, id) or '', '^(%d+) (.*)$')
if owner ~= account then return 'gone' end
forgetEnded()
if tonumber(redis.call('HGET', sizes, '@' .. account) or '0') + bytes > tonumber(ARGV[5]) then return 'account' end
if tonumber(redis.call('HGET', sizes, '*') or '0') + bytes > tonumber(ARGV[6]) then return 'instance' end
redis.call('HSET', sizes, id, string.format('%.0f', held + bytes) .. ' ' .. account)
redis.call('HINCRBY', sizes, '@' .. account, bytes)
redis.call('HINCRBY', sizes, '*', bytes)
redis.call('ZADD', running, 'XX', now, id)
endsIn(id, ARGV[4])
prolong(own, ARGV[4])
prolong(ownRunning, ARGV[4])
return 'ok'
