import { defineScript } from '../redis-script.ts';
import { SLIDING_LOG } from './sliding-log.ts';

/** Longer than any request, and than any outage after which a refund may still arrive. */
const CHARGE_KEPT_MS = 300_000;
const USAGE_KEPT_S = 34_560_000;

/**
 * Admits requests in one round trip: it checks the key and its account, and whether both rate limits have room. It
 * takes a place in both logs or in neither, and counts the search in the same step, so that the monthly limit is exact
 * under concurrency. A search that then fails is refunded.
 *
 * ARGV[10] is the size of the batch: requests of one key and endpoint. They are admitted one after the other while
 * there is room, exactly as if each had been sent alone.
 *
 * The script builds the names of the account keys, because only the key's record contains the username; they share the
 * hash tag. Numbers are passed as text, because Lua would format them again on every call.
 */
export const admissionScript = defineScript(
  `
  local call, keyName, keyUsage = redis.call, KEYS[1], KEYS[4]
  local prefix, digest, month, countsAs, charged = ARGV[1], ARGV[2], ARGV[8], ARGV[9], #KEYS > 4
  local monthly, asked = tonumber(ARGV[7]), tonumber(ARGV[10])

  local record = call('HMGET', keyName, 'digest', 'username', 'name', 'created_at', 'expires_at', 'revoked_at', 'last_used_at')
  -- Lua interns strings, so this compares pointers and takes constant time. The web process compares again.
  if record[1] ~= digest then return { 'unknown', record[1] or '' } end
  local time = call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local stamp = string.format('%.0f', now)
  if record[6] or (record[5] and tonumber(record[5]) <= now) then return { 'unknown', record[1] } end
  local username = record[2]
  if call('HGET', prefix .. 'user:' .. username, 'disabled') == '1' then return { 'disabled', record[1] } end

${SLIDING_LOG}
  local granted = asked
  local taken = {}
  for at = 1, 2 do
    local limit, window = tonumber(ARGV[at * 2 + 1]), tonumber(ARGV[at * 2 + 2])
    taken[at] = 0
    if limit > 0 then
      taken[at] = count(KEYS[at + 1], window)
      granted = math.min(granted, math.max(0, limit - taken[at]))
    end
  end
  -- If requests are admitted and counted, HINCRBY returns the total, so there is no need to read it.
  local searches = 0
  if monthly > 0 or not charged or granted == 0 then searches = tonumber(call('HGET', keyUsage, 'total') or '0') end
  if monthly > 0 and countsAs ~= '' then
    local left = math.max(0, monthly - searches)
    if charged then granted = math.min(granted, left) elseif left == 0 then granted = 0 end
  end

  if granted > 0 then
    local stamps = {}
    for place = 1, granted do stamps[place] = stamp end
    for at = 1, 2 do
      if ARGV[at * 2 + 1] ~= '0' then
        taken[at] = call('RPUSH', KEYS[at + 1], unpack(stamps))
        call('PEXPIRE', KEYS[at + 1], ARGV[at * 2 + 2])
      end
    end
    if charged then
      local accountUsage = prefix .. 'user-usage:' .. username .. ':' .. month
      for _, usage in ipairs({ accountUsage, keyUsage }) do
        local total = call('HINCRBY', usage, 'total', granted)
        if total == granted then call('EXPIRE', usage, '${USAGE_KEPT_S}') end
        call('HINCRBY', usage, countsAs, granted)
        searches = total - granted
      end
      for place = 1, granted do call('SET', KEYS[4 + place], accountUsage, 'PX', '${CHARGE_KEPT_MS}') end
    end
    call('HSET', keyName, 'last_used_at', stamp)
  end
  return {
    'known', record[1], username, record[3] or '', record[4] or '', record[5] or '', record[7] or '', stamp,
    searches, granted,
    taken[1], wait(KEYS[2], tonumber(ARGV[3]), tonumber(ARGV[4]), taken[1]),
    taken[2], wait(KEYS[3], tonumber(ARGV[5]), tonumber(ARGV[6]), taken[2]),
  }`,
  4,
);
