-- Ends a crawl that runs: at once if it is cancelled; when a limit was met, as soon as the pages that were taken have ended.
-- KEYS: the record. ARGV: its state, the reason. Returns whether it has ended.
--- @include "crawl"
--- @include "end-crawl"
if not isRunning() then return 0 end
if ARGV[1] == 'cancelled' then
  endCrawl(ARGV[1], ARGV[2])
else
  redis.call('HSETNX', crawl, 'stopping', ARGV[2])
  endIfOver()
end
return isRunning() and 0 or 1
