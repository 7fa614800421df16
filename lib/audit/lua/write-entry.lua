-- Appends an entry alone.
-- KEYS: the stream. ARGV: prefix of the names of accounts, the entry, the name of the stream after the prefix.
--- @include "record-entry"
recordEntry(ARGV[1], ARGV[2], ARGV[3])
return 1
