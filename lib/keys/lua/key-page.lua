-- Returns the number of an account's keys and the prefixes of one page of them, newest first.
-- KEYS, ARGV[1]: those of the index. ARGV[2], ARGV[3]: positions of the first and the last key of the page. ARGV[4]: now.
--- @include "key-index"
completeIndex()
forgetEnded(tonumber(ARGV[4]))
return { redis.call('ZCARD', byAge), redis.call('ZREVRANGE', byAge, ARGV[2], ARGV[3]) }
