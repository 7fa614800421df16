-- Appends an entry to the audit log. Scripts call it after their checks and before they change anything: if the entry
-- cannot be written, the script ends there. `prefix` is that of the names of accounts, `entry` a text of `auditText`,
-- and `stream` that of what strangers do, if it is not the main one.
local function recordEntry(prefix, entry, stream)
  local done = redis.pcall('XADD', prefix .. (stream or 'audit'), '*', 'entry', entry)
  if type(done) ~= 'table' or not done.err then return end
  -- A log that is broken is told apart from a Redis that takes no writes, which says so in its own words.
  if string.match(done.err, '^WRONGTYPE ') or string.match(done.err, '^ERR ') then done.err = 'AUDITLOG ' .. done.err end
  error(done)
end
