-- Forgets the keys of an account that ended too long ago.
-- KEYS, ARGV: those of the index.
--- @include "../../limits/lua/clock"
--- @include "key-index"
completeIndex()
forgetEnded(now)
return 1
