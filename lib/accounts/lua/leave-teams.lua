-- Ends all memberships of a person. The names of the keys are built from the prefix of the names of accounts.
local function leaveTeams(prefix, username)
  local teams = prefix .. 'person-teams:' .. username
  for _, team in ipairs(redis.call('SMEMBERS', teams)) do
    redis.call('HDEL', prefix .. 'team-members:' .. team, username)
  end
  redis.call('DEL', teams)
end
