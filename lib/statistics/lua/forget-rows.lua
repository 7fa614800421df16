-- Deletes the rows of an account in numbers of the instance.
-- KEYS: the hashes. ARGV: how many rows are named, these rows, then what other rows of it begin with.
local named = tonumber(ARGV[1])
for _, key in ipairs(KEYS) do
  redis.call('HDEL', key, unpack(ARGV, 2, 1 + named))
  for _, row in ipairs(redis.call('HKEYS', key)) do
    for at = 2 + named, #ARGV do
      if string.sub(row, 1, #ARGV[at]) == ARGV[at] then redis.call('HDEL', key, row) end
    end
  end
end
return 1
