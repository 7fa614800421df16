-- Takes a number of guesses off each counter, which may have been deleted since.
-- KEYS: the hash of each counter. ARGV: the field of each counter, and the number.
for at, key in ipairs(KEYS) do
  local field, number = ARGV[2 * at - 1], tonumber(ARGV[2 * at])
  local count = tonumber(redis.call('HGET', key, field) or '0')
  if count > 0 then redis.call('HSET', key, field, math.max(0, count - number)) end
end
return 1
