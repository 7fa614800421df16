/** Says in one sentence why no start is possible in this folder with these settings; null if one is. */
export function refusal(file: string, settings: { PORT?: string; HOST?: string }): Promise<string | null>;

/** Claims the folder for this start. */
export function claimFolder(file: string): Promise<void>;

/** Stops the Redis that a killed start left running on our data, and no other. */
export function endLeftoverRedis(portFile: string, dir: string): Promise<void>;
