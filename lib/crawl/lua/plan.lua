-- Plans the next job of a crawl, and says how the crawl is. KEYS: the record. ARGV: hosts and after how many milliseconds each may be asked.
--- @include "crawl"
--- @include "end-crawl"
for at = 1, #ARGV, 2 do
  redis.call('ZADD', part('turns'), 'XX', string.format('%.0f', now + ARGV[at + 1]), ARGV[at])
end
endIfOver()
return { field('state') or 'gone', plan() }
