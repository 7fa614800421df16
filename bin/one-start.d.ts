/** Claims the folder for this start: null when claimed, else the process that holds it. */
export function claimFolder(file: string): Promise<number | null>;

/** Ends the Redis that a killed start left running on our data, and no other. */
export function endLeftoverRedis(portFile: string, dir: string): Promise<void>;

export function portIsFree(port: number, host: string): Promise<boolean>;
