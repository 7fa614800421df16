-- Appends an entry to the audit log. Scripts call it after their checks and before they change anything: if the entry
-- cannot be written, the script ends there. `prefix` is that of the names of accounts, `entry` a text of `auditText`,
-- and `stream` that of what strangers do, if it is not the main one.
local function recordEntry(prefix, entry, stream)
  redis.call('XADD', prefix .. (stream or 'audit'), '*', 'entry', entry)
end
