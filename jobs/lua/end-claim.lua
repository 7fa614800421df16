-- Ends the claim of a call that is done: equal calls from now on are new ones.
-- KEYS    the claim, the waiters of the job
-- ARGV    the job
-- Returns the reply channels of all processes that wait for the job. Nobody can join in between.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return redis.call('SMEMBERS', KEYS[2])
