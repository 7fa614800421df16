/** Claims the folder for this start; returns null, or the id of the process that holds it. */
export function claimFolder(file: string): Promise<number | null>;

/** Stops the Redis that a killed start left running on our data, and no other. */
export function endLeftoverRedis(portFile: string, dir: string): Promise<void>;

/** Whether this port can be listened on. */
export function portIsFree(port: number, host: string): Promise<boolean>;
