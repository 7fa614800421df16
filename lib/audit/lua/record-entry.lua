-- Appends an entry to the audit log. Scripts call it where they change something, so that the change and its entry are
-- written together or not at all. `prefix` is that of the names of accounts, `entry` a text of `auditText`.
local function recordEntry(prefix, entry)
  redis.call('XADD', prefix .. 'audit', '*', 'entry', entry)
end
