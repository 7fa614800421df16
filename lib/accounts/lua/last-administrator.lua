-- Whether an account is the last administrator who can sign in. The names of accounts are built from their prefix.
local function isAdministrator(key)
  local fields = redis.call('HMGET', key, 'admin', 'disabled', 'password', 'sso')
  return fields[1] == '1' and fields[2] ~= '1' and (fields[3] or fields[4])
end
local function isLastAdministrator(prefix, username)
  if not isAdministrator(prefix .. 'user:' .. username) then return false end
  for _, name in ipairs(redis.call('SMEMBERS', prefix .. 'users')) do
    if name ~= username and isAdministrator(prefix .. 'user:' .. name) then return false end
  end
  return true
end
