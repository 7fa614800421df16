local redis = (function(real)
  local keyless = { INFO = true, PUBLISH = true, TIME = true }
  local many = { DEL = true, EXISTS = true, MGET = true, UNLINK = true }
  local two = { LMOVE = true, RENAME = true, RENAMENX = true, RPOPLPUSH = true, SMOVE = true, COPY = true }
  local counted = { ZDIFF = true, ZINTER = true, ZUNION = true, SINTERCARD = true }
  local function tagOf(key) return string.match(key, '{([^}]+)}') or key end
  local function check(name, ...)
    name = string.upper(name)
    if keyless[name] then return end
    local keys = { ... }
    local first, last = 1, many[name] and #keys or two[name] and 2 or 1
    if counted[name] then first, last = 2, 1 + keys[1] end
    for at = first, last do
      local own = KEYS[1] and tagOf(KEYS[1])
      if tagOf(keys[at]) ~= own then error('a script has left its slot: ' .. name .. ' ' .. keys[at] .. ' for ' .. tostring(KEYS[1]), 3) end
    end
  end
  local own = setmetatable({}, { __index = real })
  own.call = function(...) check(...) return real.call(...) end
  own.pcall = function(...) check(...) return real.pcall(...) end
  return own
end)(redis)
