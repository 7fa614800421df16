-- Whether an account is the last administrator who can sign in. The names of accounts are built from their prefix. `ways` names
-- those that are open: a password or a link to the provider of single sign-on is none where the settings refuse it.
local function isAdministrator(key, ways)
  local fields = redis.call('HMGET', key, 'admin', 'disabled', 'password', 'sso')
  local hasWay = (fields[3] and string.find(ways, 'password')) or (fields[4] and string.find(ways, 'sso'))
  return fields[1] == '1' and fields[2] ~= '1' and hasWay
end
local function isLastAdministrator(prefix, username, ways)
  if not isAdministrator(prefix .. 'user:' .. username, ways) then return false end
  for _, name in ipairs(redis.call('SMEMBERS', prefix .. 'users')) do
    if name ~= username and isAdministrator(prefix .. 'user:' .. name, ways) then return false end
  end
  return true
end
