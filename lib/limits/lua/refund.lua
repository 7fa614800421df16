-- Refunds charges. Each is refunded once: its note is deleted in the same step, and without a note it was never counted.
-- KEYS: for each charge, the usage of its key and its note. ARGV: for each charge, its searches by field, as JSON.
for at, searches in ipairs(ARGV) do
  local keyUsage, accountUsage = KEYS[at * 2 - 1], redis.call('GETDEL', KEYS[at * 2])
  if accountUsage then
    for field, count in pairs(cjson.decode(searches)) do
      for _, usage in ipairs({ keyUsage, accountUsage }) do
        -- It is gone if its account was deleted meanwhile.
        if redis.call('EXISTS', usage) == 1 then
          redis.call('HINCRBY', usage, 'total', -count)
          redis.call('HINCRBY', usage, field, -count)
        end
      end
    end
  end
end
return #ARGV
