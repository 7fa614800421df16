-- Counts the jobs that wait. If none does, removes the marker that a worker is woken by: taking a job sets it, whether or not
-- another one waits. What is added after this sets it again, so that nobody misses it.
-- KEYS    the jobs that wait, those with a priority, the marker
-- Returns how many wait.
local waiting = redis.call('LLEN', KEYS[1]) + redis.call('ZCARD', KEYS[2])
if waiting == 0 then redis.call('ZREM', KEYS[3], '0') end
return waiting
