/** What became of one try to deliver something. */
export type Tried =
  | { isDelivered: true; status: number }
  | {
      isDelivered: false;
      /** Null if there was no answer. */
      status: number | null;
      error: string;
      /** Whether nothing is to be sent there any more. */
      isGone: boolean;
      /** How long the receiver asks to wait. */
      askedMs: number;
    };
