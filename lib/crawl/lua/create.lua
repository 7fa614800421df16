-- Creates a crawl. KEYS: its record. ARGV: the fields of the record as JSON, how long it may take, the first pages as JSON.
--- @include "crawl"
--- @include "add-pages"
--- @include "end-crawl"
if redis.call('EXISTS', crawl) == 0 then
  for name, value in pairs(cjson.decode(ARGV[1])) do redis.call('HSET', crawl, name, value) end
  redis.call('HSET', crawl, 'state', 'running', 'reason', '', 'created_at', now, 'ends_at', string.format('%.0f', now + ARGV[2]))
end
addPages(cjson.decode(ARGV[3]))
endIfOver()
keep()
return plan()
