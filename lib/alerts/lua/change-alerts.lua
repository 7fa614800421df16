-- Begins the alerts of what is wrong for long enough, and ends those of what is right for long enough. What changes is
-- news until somebody has told it, so that a process that dies in between loses none.
-- KEYS: the open alerts, the signs of what may begin or end, the news, the history. ARGV: prefix of the names of accounts,
-- what is wrong as JSON, the rules of the kinds that were looked at as JSON, how many alerts of the instance and of an
-- account the history has.
-- Returns the news: names and alerts in turn.
local open, signs, news, history, prefix = KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[1]
local conditions, rules = cjson.decode(ARGV[2]), cjson.decode(ARGV[3])
--- @include "../../limits/lua/clock"
--- @include "keep-alert"
-- Whether something has been right for as long as ends its alert: until then, what was wrong before still counts.
local function isOver(id, rule)
  local right = tonumber(redis.call('HGET', signs, 'right ' .. id) or now)
  return now - right >= rule.endsAfterMs, right
end
local isWrong = {}
for _, alert in ipairs(conditions) do
  local id = alert.id
  isWrong[id] = true
  redis.call('HDEL', signs, 'ends ' .. id)
  if redis.call('HEXISTS', open, id) == 0 then
    local since = tonumber(redis.call('HGET', signs, 'begins ' .. id) or now)
    if redis.call('HEXISTS', signs, 'right ' .. id) == 1 and isOver(id, rules[alert.kind]) then since = now end
    redis.call('HDEL', signs, 'right ' .. id)
    if now - since >= rules[alert.kind].beginsAfterMs then
      alert.since = since
      alert['until'] = cjson.null
      local text = cjson.encode(alert)
      redis.call('HDEL', signs, 'begins ' .. id)
      redis.call('HSET', open, id, text)
      redis.call('HSET', news, 'began ' .. since .. ' ' .. id, text)
    else
      redis.call('HSET', signs, 'begins ' .. id, since)
    end
  end
end
for _, sign in ipairs(redis.call('HKEYS', signs)) do
  local kind, rest = string.match(sign, '^begins ([^:]+)(:.*)$')
  local id = (kind or '') .. (rest or '')
  if kind and rules[kind] and not isWrong[id] then
    local over, right = isOver(id, rules[kind])
    if over then
      redis.call('HDEL', signs, sign, 'right ' .. id)
    else
      redis.call('HSET', signs, 'right ' .. id, right)
    end
  end
end
local opened = redis.call('HGETALL', open)
for at = 1, #opened, 2 do
  local id, alert = opened[at], cjson.decode(opened[at + 1])
  local rule = rules[alert.kind]
  if rule and not isWrong[id] then
    local ended = tonumber(redis.call('HGET', signs, 'ends ' .. id) or now)
    if now - ended >= rule.endsAfterMs then
      alert['until'] = ended
      local text = cjson.encode(alert)
      redis.call('HDEL', signs, 'ends ' .. id)
      redis.call('HDEL', open, id)
      redis.call('HSET', news, 'ended ' .. alert.since .. ' ' .. id, text)
      keepAlert(prefix, history, alert.account, text, ARGV[4], ARGV[5])
    else
      redis.call('HSET', signs, 'ends ' .. id, ended)
    end
  end
end
-- News have the time from which on they are told.
local all, due = redis.call('HGETALL', news), {}
for at = 1, #all, 2 do
  if tonumber(string.match(all[at], '^%l+ (%S+)')) <= now then
    due[#due + 1] = all[at]
    due[#due + 1] = all[at + 1]
  end
end
return due
