import { defineScript } from '../redis-script.ts';
import { SLIDING_LOG } from './sliding-log.ts';

/** Longer than any request, and than any outage after which a refund may still arrive. */
const CHARGE_KEPT_MS = 300_000;
const USAGE_KEPT_S = 34_560_000;

/**
 * Admits requests in one round trip: it checks the key and its account, and whether all rate limits have room, those of
 * the key and those of the account. It takes a place in every log or in none, and counts the search in the same step,
 * so that the monthly limits are exact under concurrency. A search that then fails is refunded.
 *
 * ARGV[5] is the size of the batch: requests of one key and endpoint. They are admitted one after the other while
 * there is room, exactly as if each had been sent alone. From ARGV[8] on, each log has its limit and its window.
 *
 * The script builds the names of the account keys, because only the key's record contains the username; they share the
 * hash tag. Numbers are passed as text, because Lua would format them again on every call.
 */
export const admissionScript = defineScript(
  `
  local call, keyName, keyUsage = redis.call, KEYS[1], KEYS[4]
  local prefix, digest, month, countsAs, charged = ARGV[1], ARGV[2], ARGV[3], ARGV[4], #KEYS > 4
  local asked, monthly, accountMonthly = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])

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
  local accountLog, accountUsage = prefix .. 'account-rate:' .. username, prefix .. 'user-usage:' .. username .. ':' .. month
  local logs = { KEYS[2], KEYS[3], accountLog .. ':burst', accountLog .. ':sustained' }
  local granted, taken, limits, windows = asked, {}, {}, {}
  for at, log in ipairs(logs) do
    limits[at], windows[at], taken[at] = tonumber(ARGV[at * 2 + 6]), tonumber(ARGV[at * 2 + 7]), 0
    if limits[at] > 0 then
      taken[at] = count(log, windows[at])
      granted = math.min(granted, math.max(0, limits[at] - taken[at]))
    end
  end
  local function capBy(cap, used)
    local left = math.max(0, cap - used)
    if charged then granted = math.min(granted, left) elseif left == 0 then granted = 0 end
  end
  if accountMonthly > 0 and countsAs ~= '' then
    capBy(accountMonthly, tonumber(call('HGET', accountUsage, 'total') or '0'))
  end
  -- If requests are admitted and counted, HINCRBY returns the total, so there is no need to read it.
  local searches = 0
  if monthly > 0 or not charged or granted == 0 then searches = tonumber(call('HGET', keyUsage, 'total') or '0') end
  if monthly > 0 and countsAs ~= '' then capBy(monthly, searches) end

  if granted > 0 then
    local stamps = {}
    for place = 1, granted do stamps[place] = stamp end
    for at, log in ipairs(logs) do
      if limits[at] > 0 then
        taken[at] = call('RPUSH', log, unpack(stamps))
        call('PEXPIRE', log, ARGV[at * 2 + 7])
      end
    end
    if charged then
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
  local reply = {
    'known', record[1], username, record[3] or '', record[4] or '', record[5] or '', record[7] or '', stamp,
    searches, granted,
  }
  for at, log in ipairs(logs) do
    reply[#reply + 1] = taken[at]
    reply[#reply + 1] = wait(log, limits[at], windows[at], taken[at])
  end
  return reply`,
  4,
);
