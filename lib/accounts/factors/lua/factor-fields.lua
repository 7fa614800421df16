-- What the hash of a person's factors has: `totp:<id>` and `passkey:<id>` are factors, `step:<id>`, `used:<id>` and
-- `counter:<id>` what is known of their use, `code:<digest>` recovery codes. The account has `second_factor` while there
-- is a factor, so that a sign-in reads nothing more.
local function factorsIn(hash)
  local found = {}
  for _, field in ipairs(redis.call('HKEYS', hash)) do
    local kind, id = string.match(field, '^(%l+):(.+)$')
    if kind == 'totp' or kind == 'passkey' then found[#found + 1] = { kind = kind, id = id, field = field } end
  end
  return found
end

local function storeCodes(hash, first)
  for _, field in ipairs(redis.call('HKEYS', hash)) do
    if string.sub(field, 1, 5) == 'code:' then redis.call('HDEL', hash, field) end
  end
  for at = first, #ARGV do redis.call('HSET', hash, 'code:' .. ARGV[at], '1') end
end
