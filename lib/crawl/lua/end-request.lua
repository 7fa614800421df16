-- A request is over. KEYS: the gate. ARGV: its token, what became of it (unused, failed, answered or refused), the usual gap,
-- the milliseconds that the host asks to wait, after how many refusals in a row it counts as one that refuses all, and for how
-- long. Returns in how many milliseconds the next may be made, and whether the host refuses all.
--- @include "gate"
local token, became, usual = ARGV[1], ARGV[2], usualGap(ARGV[3])
local askedMs, most, forMs = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
redis.call('HDEL', gate, 't:' .. token)
letGo(token, became == 'unused' and 0 or math.max(usual, number('gap')))
if became == 'answered' then
  -- A tenth less for each success, until the gap is the usual one.
  local gap = math.floor(number('gap') * 0.9)
  if gap <= usual then gap = 0 end
  redis.call('HSET', gate, 'gap', gap, 'refusals', 0)
elseif became == 'refused' then
  local gap = math.min(MAX_GAP_MS, math.max(usual, number('gap'), 100) * 2)
  set('gap', gap)
  set('next', math.max(number('next'), now + math.max(gap, askedMs)))
  if redis.call('HINCRBY', gate, 'refusals', 1) >= most or askedMs > forMs then
    set('refusing_until', now + forMs)
    redis.call('HSET', gate, 'refusals', 0)
  end
end
prolong(gate, LIFE_MS)
return { math.max(0, number('next') - now), number('refusing_until') > now and 1 or 0 }
