-- Stores the text of a page. KEYS: the results of its crawl. ARGV: the field, the text, for how long results are kept. In one
-- step: results that nobody knows of any longer must not stay for ever.
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3], 'NX')
return 1
