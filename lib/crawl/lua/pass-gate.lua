-- Lets one request to a host through, or says when to ask again. KEYS: the gate. ARGV: the token of the request, the
-- usual gap, how long the request may take, how many may be made at a time, within how many milliseconds it is sent; for a
-- request that is no crawl's, how long after the last one of a crawl the gate is open for it, and 0 for one of a crawl; 1 if
-- a gate that is not there may have been lost.
--- @include "gate"
local token, forMs, most, sentWithinMs = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local gap = math.max(usualGap(ARGV[2]), number('gap'))
local refusing = number('refusing_until')
local openAfterMs = tonumber(ARGV[6])
if openAfterMs == 0 then set('crawled', now)
elseif number('delay') <= 0 and number('gap') <= 0 and refusing <= now and number('crawled') < now - openAfterMs then
  return { 'open', 0, 0 }
end
if lastServer ~= server and (lastServer or ARGV[7] == '1') then
  -- As if a request that this server does not know of had been let through just now.
  set('next', math.max(number('next'), now + sentWithinMs + gap))
  redis.call('HDEL', gate, 'held')
end
redis.call('HSET', gate, 'server', server)
-- Whoever waits only looks, and a gate that nobody passes is to go by itself.
prolong(gate, LIFE_MS)
if refusing > now then return { 'refusing', refusing - now, gap } end
local fields, running = redis.call('HGETALL', gate), 0
for at = 1, #fields, 2 do
  if string.sub(fields[at], 1, 2) == 't:' then
    if tonumber(fields[at + 1]) > now then running = running + 1 else redis.call('HDEL', gate, fields[at]) end
  end
end
local waitMs = number('next') - now
if waitMs > 0 then return { 'wait', field('held') and math.min(waitMs, math.max(gap, 50)) or waitMs, gap } end
if running >= most then return { 'wait', math.max(gap, 50), gap } end
redis.call('HSET', gate, 't:' .. token, string.format('%.0f', now + forMs), 'held', token)
-- Until the request says that it was sent, no other one follows. If its worker dies, it was sent by then at the latest.
set('next', now + sentWithinMs + gap)
prolong(gate, LIFE_MS)
return { 'pass', 0, gap }
