-- A crawl has ended, or is deleted, or its endpoint is. ARGV: the id, how long its results are kept, 1 if it is deleted.
--- @include "crawl-list"
local id = ARGV[1]
redis.call('SREM', ownRunning, id)
redis.call('ZREM', running, id)
if ARGV[3] == '1' then
  forget(id)
  redis.call('ZREM', own, id)
else
  endsIn(id, ARGV[2])
  prolong(own, ARGV[2])
end
return 1
