/** The folder of `.env` and `.data`. */
export const HOME: string;
/** The folder of what the program keeps. */
export const DATA: string;
