-- Which of some pages are not known yet, and how many of each shape are. KEYS: the record. ARGV: keys and shapes in turn.
--- @include "crawl"
local keys, shapes = {}, {}
for at = 1, #ARGV, 2 do
  keys[#keys + 1] = ARGV[at]
  shapes[#shapes + 1] = ARGV[at + 1]
end
return { redis.call('SMISMEMBER', part('seen'), unpack(keys)), redis.call('HMGET', part('shapes'), unpack(shapes)) }
