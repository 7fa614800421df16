export declare const node24: string;
