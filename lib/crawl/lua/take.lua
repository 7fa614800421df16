-- Takes the next page of a host, and counts it against the limit before anybody fetches it. KEYS: the record. ARGV: the
-- number of the host, a token, how long the lease is, the number of payments that were made, after how many milliseconds
-- the host may be asked again.
--- @include "crawl"
--- @include "end-crawl"
local PAGES_PER_PAYMENT = 5
local host, paid = tonumber(ARGV[1]), tonumber(ARGV[4])
if not isRunning() then return { 'over' } end
if paid > number('paid') then redis.call('HSET', crawl, 'paid', paid) end
local first = redis.call('ZRANGEBYSCORE', part('frontier'), host * HOST, '(' .. string.format('%.0f', (host + 1) * HOST), 'LIMIT', 0, 2, 'WITHSCORES')
local member = first[1]
if not member then
  redis.call('ZREM', part('turns'), host)
  return { 'none' }
end
if isPage(member) then
  if isFull() then return { 'none' } end
  local payments = number('paid')
  if number('asked') + number('leased') >= payments * PAGES_PER_PAYMENT then return { 'pay', payments + 1 } end
  count('leased', 1)
end
redis.call('ZREM', part('frontier'), member)
redis.call('SREM', part('sitemaps'), member)
redis.call('ZADD', part('leases'), string.format('%.0f', now + ARGV[3]), member)
redis.call('HSET', part('tokens'), member, ARGV[2] .. ' ' .. first[2])
if first[3] then redis.call('ZADD', part('turns'), 'XX', string.format('%.0f', now + ARGV[5]), host)
else redis.call('ZREM', part('turns'), host) end
return { 'page', member, redis.call('HGET', part('pages'), member) }
