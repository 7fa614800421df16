-- Adds pages to a crawl that runs. KEYS: its record. ARGV: the pages as JSON.
--- @include "crawl"
--- @include "add-pages"
if not isRunning() then return 0 end
addPages(cjson.decode(ARGV[1]))
keep()
return 1
