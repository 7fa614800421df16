-- Ends a grant: revokes its key, and with it every token. For scripts with `record`, `live`, `prefix`, `keyPrefix` and `now`.
local function endGrant(entry)
  recordEntry(prefix, entry)
  redis.call('HSETNX', record, 'revoked_at', string.format('%.0f', now))
  redis.call('ZREM', live, keyPrefix)
end
