-- Stops waiting for a job. If nobody else waits for it, it is abandoned.
-- KEYS    the waiters of the job, its mark if it is abandoned
-- ARGV    reply channel, how long to keep the mark in ms
-- Returns 1 if it is abandoned.
redis.call('SREM', KEYS[1], ARGV[1])
if redis.call('SCARD', KEYS[1]) > 0 then return 0 end
redis.call('SET', KEYS[2], '', 'PX', ARGV[2])
return 1
