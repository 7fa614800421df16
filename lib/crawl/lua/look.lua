-- A job begins: returns leases of workers that died, ends what is over, and says which hosts have a page whose time has
-- come. KEYS: the record. ARGV: the time for which the job was planned, how many hosts.
--- @include "crawl"
--- @include "end-crawl"
local state = field('state')
if not state then return { 'gone' } end
if state == 'running' then
  if field('wake') == ARGV[1] then redis.call('HSET', crawl, 'wake', 0) end
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', part('leases'), '-inf', now, 'LIMIT', 0, 200)) do giveBack(member) end
  endIfOver()
  state = field('state')
end
if state ~= 'running' then return { state, field('account') } end
local due = {}
if not isFull() then
  for _, host in ipairs(redis.call('ZRANGEBYSCORE', part('turns'), '-inf', now, 'LIMIT', 0, ARGV[2])) do
    due[#due + 1] = host
    due[#due + 1] = redis.call('HGET', part('hosts'), '#' .. host)
  end
end
return { state, field('account'), field('key'), field('request'), due }
