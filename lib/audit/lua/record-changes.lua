--- @include "record-entry"

-- Appends an entry with fields before and after a change. Those that are equal, or both absent, are left out.
local function recordChanged(prefix, entry, before, after)
  local shown = type(entry) == 'string' and cjson.decode(entry) or entry
  local was, is = {}, {}
  for field, new in pairs(after) do
    local old = before[field] or ''
    if old ~= new then
      if old ~= '' then was[field] = old end
      if new ~= '' then is[field] = new end
    end
  end
  if next(was) then shown.before = was end
  if next(is) then shown.after = is end
  recordEntry(prefix, cjson.encode(shown))
end

-- Appends the entries of a change of a record, a JSON list of `changeTexts`: each with those of its fields that change.
-- `changes` has the new value of each field that is written, empty if it is removed.
local function recordChanges(prefix, entries, record, changes)
  for _, one in ipairs(cjson.decode(entries)) do
    local before, after = {}, {}
    for _, field in ipairs(one.fields) do
      before[field] = redis.call('HGET', record, field) or nil
      after[field] = changes[field]
    end
    recordChanged(prefix, one.entry, before, after)
  end
end

-- Fields with their values, as arguments from a position on have them.
local function changesIn(arguments, first)
  local changes = {}
  for at = first, #arguments, 2 do changes[arguments[at]] = arguments[at + 1] end
  return changes
end
