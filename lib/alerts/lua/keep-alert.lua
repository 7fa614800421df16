-- Keeps an alert that has ended: with its account if it concerns one, unless that was deleted.
local function keepAlert(prefix, history, account, text, mostOfInstance, mostOfAccount)
  if account == cjson.null then
    redis.call('LPUSH', history, text)
    redis.call('LTRIM', history, 0, mostOfInstance - 1)
  elseif redis.call('EXISTS', prefix .. 'user:' .. account) == 1 then
    redis.call('LPUSH', prefix .. 'user-alerts:' .. account, text)
    redis.call('LTRIM', prefix .. 'user-alerts:' .. account, 0, mostOfAccount - 1)
  end
end
