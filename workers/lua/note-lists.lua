-- Notes which lists of results were stored, and takes the oldest notes away until the others fit into the room.
-- KEYS[1] the notes, the oldest first: time, bytes of all notes up to this one, bytes of this one, keys of the lists
-- ARGV    time in ms, the bytes of lists and their keys in one text, how long lists are kept in ms, room in bytes
-- Returns the notes that were taken away of lists that have not ended by themselves: these lists have to go.
--- @include "../../lib/limits/lua/prolong"
local at, lists, keptMs, room = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local newest = redis.call('LINDEX', KEYS[1], -1)
local total = (newest and tonumber(newest:match('^%d+ (%d+)')) or 0) + lists:match('^%d+')
local notes = redis.call('RPUSH', KEYS[1], string.format('%.0f %.0f %s', at, total, lists))
local gone = {}
for _ = 2, notes do
  local oldest = redis.call('LINDEX', KEYS[1], 0)
  local notedAt, upTo, own = oldest:match('^(%d+) (%d+) (%d+)')
  local hasEnded = notedAt + keptMs < at
  if not hasEnded and total - upTo + own <= room then break end
  redis.call('LPOP', KEYS[1])
  if not hasEnded then gone[#gone + 1] = oldest end
end
prolong(KEYS[1], keptMs)
return gone
