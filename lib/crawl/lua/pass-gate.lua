-- Lets one request to a host through, or says when to ask again. KEYS: the gate. ARGV: the token of the request, the
-- usual gap, how long the request may take, how many may be made at a time.
--- @include "gate"
-- Until a request says that it is on its way, no other one follows: its worker may be busy, or dead.
local HOLD_MS = 5000
local token, usual, forMs, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local gap = math.max(usual, number('gap'))
local refusing = number('refusing_until')
if refusing > now then return { 'refusing', refusing - now, gap } end
local fields, running = redis.call('HGETALL', gate), 0
for at = 1, #fields, 2 do
  if string.sub(fields[at], 1, 2) == 't:' then
    if tonumber(fields[at + 1]) > now then running = running + 1 else redis.call('HDEL', gate, fields[at]) end
  end
end
local waitMs = number('next') - now
if waitMs > 0 then return { 'wait', number('held') == 1 and math.min(waitMs, math.max(gap, 50)) or waitMs, gap } end
if running >= most then return { 'wait', math.max(gap, 50), gap } end
redis.call('HSET', gate, 't:' .. token, string.format('%.0f', now + forMs), 'held', 1)
set('next', now + math.max(HOLD_MS, gap))
prolong(gate, LIFE_MS)
return { 'pass', 0, gap }
