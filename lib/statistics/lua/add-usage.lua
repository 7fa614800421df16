-- Adds the numbers of requests to the rows of an hour and of its day, in one step: the day never lacks what the hour has.
-- KEYS: the hashes of the hour and of the day. ARGV: how many milliseconds each is kept, how many rows of a kind each may
-- have, then rows and their numbers in turn: 'key:9f2c', 'requests=2 ms:37=2'. What has no row of its own because there are
-- already as many goes to the row '*' of its kind. A row may say whose it is, 'label:ada|app=bot': once half of all are taken,
-- each owner has a tenth.
--- @include "../../limits/lua/prolong"
local function numbersIn(text, numbers)
  for name, value in string.gmatch(text, '([^ =]+)=(%d+)') do
    numbers[name] = (numbers[name] or 0) + tonumber(value)
  end
  return numbers
end

local function textOf(numbers)
  local parts = {}
  for name, value in pairs(numbers) do parts[#parts + 1] = string.format('%s=%d', name, value) end
  return table.concat(parts, ' ')
end

-- What is stored in these fields of a hash; false where there is nothing.
local function readFields(key, fields)
  local values, found = redis.call('HMGET', key, unpack(fields)), {}
  for at, field in ipairs(fields) do found[field] = values[at] end
  return found
end

local function kindOf(row)
  return string.match(row, '^(%a+):')
end

-- The name of the number of rows that an owner has of a kind; nil if a row has no owner.
local function ownCountOf(row)
  local owned = string.match(row, '^(%a+:[^|=]+)|')
  return owned and '#' .. owned
end

local function add(key, most)
  local fields = {}
  for argument = 4, #ARGV, 2 do
    fields[#fields + 1] = ARGV[argument]
    local kind = kindOf(ARGV[argument])
    if kind then
      fields[#fields + 1] = '#' .. kind
      fields[#fields + 1] = kind .. ':*'
      fields[#fields + 1] = ownCountOf(ARGV[argument])
    end
  end
  local stored, written = readFields(key, fields), {}
  for argument = 4, #ARGV, 2 do
    local row = ARGV[argument]
    local kind = kindOf(row)
    if kind and not stored[row] and not written[row] then
      local function countOf(name) return written[name] or tonumber(stored[name] or 0) end
      local all, own = '#' .. kind, ownCountOf(row)
      local isOver = own and countOf(all) >= most / 2 and countOf(own) >= most / 10
      if isOver or countOf(all) >= most then
        row = kind .. ':*'
      else
        written[all] = countOf(all) + 1
        if own then written[own] = countOf(own) + 1 end
      end
    end
    written[row] = numbersIn(ARGV[argument + 1], written[row] or numbersIn(stored[row] or '', {}))
  end
  local all = {}
  for field, value in pairs(written) do
    all[#all + 1] = field
    all[#all + 1] = type(value) == 'table' and textOf(value) or value
  end
  redis.call('HSET', key, unpack(all))
end

for at, key in ipairs(KEYS) do
  add(key, tonumber(ARGV[3]))
  prolong(key, ARGV[at])
end
