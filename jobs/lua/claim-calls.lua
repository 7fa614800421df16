-- Claims calls for a job. A call that another job makes already is left to it if that job runs long enough, and the process
-- waits for that one. A claim lasts as long as its job.
-- KEYS    the claims of the calls
-- ARGV    job, reply channel, how long it runs in ms, how long another must run, a lost job, prefix of waiters, prefix of
--         abandoned jobs
-- Returns for each call the job that makes it, and how long its claim lasts.
--- @include "../../lib/limits/lua/prolong"
local job, channel, forMs, needMs, lost, waiters, abandoned = unpack(ARGV)
local holders = {}
for at, claim in ipairs(KEYS) do
  local holder = redis.call('GET', claim)
  local leftMs = redis.call('PTTL', claim)
  if not holder or holder == lost or leftMs < tonumber(needMs) or redis.call('EXISTS', abandoned .. holder) == 1 then
    redis.call('SET', claim, job, 'PX', forMs)
    holder, leftMs = job, tonumber(forMs)
  end
  redis.call('SADD', waiters .. holder, channel)
  prolong(waiters .. holder, leftMs)
  holders[at] = { holder, leftMs }
end
return holders
