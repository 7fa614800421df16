-- Claims calls for a job. A call that another job makes already is left to it, and the process waits for that one.
-- KEYS    the claims of the calls
-- ARGV    job, reply channel, how long in ms, prefix of waiters, prefix of abandoned jobs
-- Returns for each call the job that makes it.
local job, channel, forMs, waiters, abandoned = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local holders = {}
for at, claim in ipairs(KEYS) do
  local holder = redis.call('GET', claim)
  if not holder or redis.call('EXISTS', abandoned .. holder) == 1 then
    redis.call('SET', claim, job, 'PX', forMs)
    holder = job
  end
  redis.call('SADD', waiters .. holder, channel)
  redis.call('PEXPIRE', waiters .. holder, forMs)
  holders[at] = holder
end
return holders
