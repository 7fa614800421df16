-- The gate of a host, which all crawls share: when its next request may be made, and which are being made.
--- @include "../../limits/lua/clock"
--- @include "../../limits/lua/prolong"
local gate = KEYS[1]
local LIFE_MS, MAX_GAP_MS = 3600000, 60000
local function number(name) return tonumber(redis.call('HGET', gate, name) or '0') end
local function set(name, value) redis.call('HSET', gate, name, string.format('%.0f', value)) end
