-- Returns the number of an account's keys and the prefixes of one page of them, newest first.
-- KEYS, ARGV[1], ARGV[2]: those of the index. ARGV[3], ARGV[4]: positions of the first and the last key of the page. ARGV[5]:
-- now.
--- @include "key-index"
completeIndex()
forgetEnded(tonumber(ARGV[5]))
return { redis.call('ZCARD', byAge), redis.call('ZREVRANGE', byAge, ARGV[3], ARGV[4]) }
