-- Reads a session and its account together, and extends the session. Returns names and values in turn; none if the
-- session is over, because its account is disabled or gone, or has begun a new generation.
-- KEYS: the session. ARGV: prefix of the names of accounts, milliseconds for which the session is extended, and how many
-- of them may pass before it is extended again: most visits then write nothing.
local session = redis.call('HMGET', KEYS[1], 'username', 'csrf', 'generation')
local username, csrf, generation = session[1], session[2], session[3]
if not username then return {} end
local account = redis.call('HMGET', ARGV[1] .. 'user:' .. username,
  'username', 'disabled', 'admin', 'generation', 'preferences', 'sites', 'rules', 'second_factor')
local exists, disabled, admin, current = account[1], account[2], account[3], account[4]
if not exists or disabled == '1' or (current or '0') ~= generation then
  redis.call('DEL', KEYS[1])
  return {}
end
if redis.call('PTTL', KEYS[1]) < ARGV[2] - ARGV[3] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return { 'username', username, 'csrf', csrf, 'admin', admin or '0',
  'preferences', account[5] or '', 'sites', account[6] or '', 'rules', account[7] or '', 'factor', account[8] or '' }
