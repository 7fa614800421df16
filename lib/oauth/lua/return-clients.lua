-- Returns clients to those without a grant, because the keys that kept them are gone.
-- KEYS: the clients without a grant. ARGV: prefix of the names of accounts, the ids of the clients.
--- @include "registered-clients"
for at = 2, #ARGV do keepUnused(ARGV[1], ARGV[at]) end
return 1
