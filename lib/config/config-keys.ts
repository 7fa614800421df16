import type { Limits, OwnerLimits } from '../limits/limits.ts';
import { multiplyRate, parseRate } from '../limits/rate.ts';
import { cap, integer, rate } from './config-values.ts';
import type { ReadSetting } from './settings-reader.ts';

/** What keys and accounts may do, unless they have limits of their own. */
export interface KeyRules {
  limits: Required<Limits>;
  /** How long a new secret of a key may live; null for ever. */
  keyMaxDays: number | null;
  /** How long the old secret of a key works after a rotation, unless its owner says otherwise. */
  keyOverlapHours: number;
  /** Maximum number of keys of an account that are neither revoked nor expired. */
  maxKeysPerAccount: number;
}

/** How much larger the limits of an account are than those of a key, unless they are set. */
const ACCOUNT_FACTOR = 5;

/** Reads the settings of keys. */
export function readKeyRules(read: ReadSetting): KeyRules {
  const keyLimits: OwnerLimits = {
    burst: read('API_THROTTLE_BURST', rate, parseRate('60/min')),
    sustained: read('API_THROTTLE_SUSTAINED', rate, parseRate('5000/day')),
    monthly: read('API_MONTHLY_LIMIT', cap, null),
  };
  return {
    limits: {
      ...keyLimits,
      account: {
        burst: read('ACCOUNT_BURST_LIMIT', rate, multiplyRate(keyLimits.burst, ACCOUNT_FACTOR)),
        sustained: read('ACCOUNT_SUSTAINED_LIMIT', rate, multiplyRate(keyLimits.sustained, ACCOUNT_FACTOR)),
        monthly: read('ACCOUNT_MONTHLY_LIMIT', cap, keyLimits.monthly && keyLimits.monthly * ACCOUNT_FACTOR),
      },
    },
    keyMaxDays: read<number | null>('KEY_MAX_DAYS', cap, null),
    keyOverlapHours: read('KEY_OVERLAP_HOURS', integer(0, 8_760), 24),
    maxKeysPerAccount: read('MAX_KEYS_PER_ACCOUNT', integer(1, 1_000_000), 50),
  };
}
