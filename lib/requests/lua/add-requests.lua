-- Adds blocks of requests to the log of an account, and keeps it within its age and its share of the memory. A request is
-- of a class by chance: half of them of class 0, half of the others of class 1, and so on, and each class has a list. If the
-- log is larger than its share, it leaves out the lowest class, and no more of it is added: of all requests from then on,
-- and of all before, every second one is left, evenly over time.
--
-- KEYS: the state of the log, then the lists of all classes from class 0 on. ARGV: the time, the age that requests may
-- have, the share in bytes, the counts of reasons (see count-reasons.lua), then a block for each class, or an empty text.
-- The time of a block is its first 13 characters. Returns the bytes that the log takes.
--- @include "../../limits/lua/prolong"
--- @include "count-reasons"
local state = KEYS[1]
local now, ageMs, share, reasons = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local FIRST_BLOCK, HIGHEST = 5, #KEYS - 2
-- What Redis takes for an entry, for a list, and for the state, besides their contents.
local ENTRY_BYTES, LIST_BYTES, STATE_BYTES = 24, 400, 2500
-- Blocks that are deleted by one call at most, because it keeps Redis from answering others.
local MAX_OLD = 2000

local function listOf(class) return KEYS[class + 2] end
local function size(block) return #block + ENTRY_BYTES end

-- All of the state is read by one command and written by one: most of what this script costs are its commands.
local fields = { 'level', 'raises', 'hour' }
for class = 0, HIGHEST do
  fields[#fields + 1] = 'bytes' .. class
  fields[#fields + 1] = 'oldest' .. class
end
local stored = redis.call('HMGET', state, unpack(fields))
-- Of each list its bytes and the time of its first block.
local bytes, oldest = {}, {}
for class = 0, HIGHEST do
  bytes[class] = tonumber(stored[2 * class + 4] or 0)
  oldest[class] = tonumber(stored[2 * class + 5] or 0)
end
local function total()
  local sum = STATE_BYTES
  for class = 0, HIGHEST do sum = sum + (bytes[class] > 0 and bytes[class] + LIST_BYTES or 0) end
  return sum
end
local function timeOf(block) return tonumber(string.sub(block, 1, 13)) end
local function dropOldest(class)
  local block = redis.call('LPOP', listOf(class))
  local next = block and redis.call('LINDEX', listOf(class), 0)
  -- The list may have ended by itself.
  bytes[class] = next and math.max(0, bytes[class] - size(block)) or 0
  oldest[class] = next and timeOf(next) or 0
end

local left = MAX_OLD
for class = 0, HIGHEST do
  while bytes[class] > 0 and left > 0 and oldest[class] <= now - ageMs do
    dropOldest(class)
    left = left - 1
  end
end

local level = tonumber(stored[1] or 0)
-- There is room again. It must be much, so that the log does not go up and down.
if level > 0 and total() < share / 4 then level = level - 1 end

for class = level, HIGHEST do
  local block = ARGV[FIRST_BLOCK + class]
  if block and block ~= '' then
    -- The level says what the requests of the block stand for.
    local entry = string.sub(block, 1, 13) .. level .. string.sub(block, 14)
    redis.call('RPUSH', listOf(class), entry)
    if bytes[class] == 0 then oldest[class] = timeOf(entry) end
    bytes[class] = bytes[class] + size(entry)
    -- The others live until their last requests are too old.
    prolong(listOf(class), ageMs)
  end
end

local raises = stored[2] or ''
while total() > share and level < HIGHEST do
  redis.call('DEL', listOf(level))
  bytes[level] = 0
  level = level + 1
  raises = string.sub(raises .. string.format('%.0f:%d,', now, level), -400)
end
while total() > share and bytes[HIGHEST] > 0 do dropOldest(HIGHEST) end

local written = { 'level', level, 'raises', raises, 'age', ageMs }
for class = 0, HIGHEST do
  written[#written + 1] = 'bytes' .. class
  written[#written + 1] = bytes[class]
  written[#written + 1] = 'oldest' .. class
  written[#written + 1] = string.format('%.0f', oldest[class])
end
redis.call('HSET', state, unpack(written))
countReasons(state, stored[3], reasons, now, ageMs)
prolong(state, ageMs)
return total()
