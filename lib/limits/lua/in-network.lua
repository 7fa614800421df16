-- Whether an address of 32 hex digits is in one of the networks, such as `00000000000000000000ffff0a000000/104`, joined by
-- commas. IPv4 addresses are written as IPv6 ones.
local function inNetwork(address, networks)
  for digits, bits in string.gmatch(networks, '(%x+)/(%d+)') do
    local whole, rest = math.floor(bits / 4), bits % 4
    local size = 2 ^ (4 - rest)
    local function head(text) return math.floor(tonumber(string.sub(text, whole + 1, whole + 1), 16) / size) end
    if string.sub(address, 1, whole) == string.sub(digits, 1, whole) and (rest == 0 or head(address) == head(digits)) then
      return true
    end
  end
  return false
end
