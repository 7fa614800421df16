-- Lets one request to a host through, or says when to ask again. KEYS: the gate. ARGV: the token of the request, the
-- usual gap, how long the request may take, how many may be made at a time, within how many milliseconds it is sent.
--- @include "gate"
local token, forMs, most, sentWithinMs = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local gap = math.max(usualGap(ARGV[2]), number('gap'))
local refusing = number('refusing_until')
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
