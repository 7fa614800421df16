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

local bytes = {}
for class = 0, HIGHEST do bytes[class] = tonumber(redis.call('HGET', state, 'bytes' .. class) or 0) end
local function total()
  local sum = STATE_BYTES
  for class = 0, HIGHEST do sum = sum + (bytes[class] > 0 and bytes[class] + LIST_BYTES or 0) end
  return sum
end
local function dropOldest(class)
  local block = redis.call('LPOP', listOf(class))
  bytes[class] = block and math.max(0, bytes[class] - size(block)) or 0
  return block
end

local left = MAX_OLD
for class = 0, HIGHEST do
  local oldest = redis.call('LINDEX', listOf(class), 0)
  while oldest and left > 0 and tonumber(string.sub(oldest, 1, 13)) <= now - ageMs do
    dropOldest(class)
    left = left - 1
    oldest = redis.call('LINDEX', listOf(class), 0)
  end
  -- The list may have ended by itself.
  if not oldest then bytes[class] = 0 end
end

local level = tonumber(redis.call('HGET', state, 'level') or 0)
-- There is room again. It must be much, so that the log does not go up and down.
if level > 0 and total() < share / 4 then level = level - 1 end

for class = level, HIGHEST do
  local block = ARGV[FIRST_BLOCK + class]
  if block and block ~= '' then
    -- The level says what the requests of the block stand for.
    local entry = string.sub(block, 1, 13) .. level .. string.sub(block, 14)
    redis.call('RPUSH', listOf(class), entry)
    bytes[class] = bytes[class] + size(entry)
  end
end

local raises = redis.call('HGET', state, 'raises') or ''
while total() > share and level < HIGHEST do
  redis.call('DEL', listOf(level))
  bytes[level] = 0
  level = level + 1
  raises = string.sub(raises .. string.format('%.0f:%d,', now, level), -400)
end
while total() > share and bytes[HIGHEST] > 0 do dropOldest(HIGHEST) end

redis.call('HSET', state, 'level', level, 'raises', raises)
for class = 0, HIGHEST do
  redis.call('HSET', state, 'bytes' .. class, bytes[class])
  if bytes[class] > 0 then prolong(listOf(class), ageMs) end
end
countReasons(state, reasons, now, ageMs)
prolong(state, ageMs)
return total()
