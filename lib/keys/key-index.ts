import { redisKeys } from '../redis-keys.ts';

/** The Redis keys that the scripts on an account's keys take first. */
export function indexKeys(username: string): string[] {
  return [redisKeys.userKeys(username), redisKeys.userKeysByAge(username), redisKeys.userLiveKeys(username)];
}

/**
 * Lua function that completes the two indexes of an account's keys: by age, to read one page of them, and by expiry, to
 * count those that are live. A process of an earlier version adds a key only to the set. The script must define `call`
 * (`redis.call`) and take `indexKeys` as its first keys and `redisKeys.accountsPrefix` as its first argument.
 */
export const KEY_INDEX = `
  local allKeys, byAge, live = KEYS[1], KEYS[2], KEYS[3]
  local function completeIndex()
    if call('ZCARD', byAge) == call('SCARD', allKeys) then return end
    for _, prefix in ipairs(call('SMEMBERS', allKeys)) do
      local record = call('HMGET', ARGV[1] .. 'key:' .. prefix, 'created_at', 'expires_at', 'revoked_at')
      call('ZADD', byAge, record[1] or '0', prefix)
      if record[3] then call('ZREM', live, prefix) else call('ZADD', live, record[2] or '+inf', prefix) end
    end
  end
`;
