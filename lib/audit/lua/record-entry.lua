-- Appends an entry to the audit log. Scripts call it after their checks and before they change anything: if the entry
-- cannot be written, the script ends there. `prefix` is that of the names of accounts, `entry` a text of `auditText`.
local function recordEntry(prefix, entry)
  redis.call('XADD', prefix .. 'audit', '*', 'entry', entry)
end
