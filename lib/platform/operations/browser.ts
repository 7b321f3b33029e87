/** A browser keeps these values from one request to the next. `lib/http/api/cookies.ts` makes cookies of them. */
export type Kept =
  | 'session'
  | 'knownBrowser'
  | 'loginStep'
  | 'passwordReset'
  | 'googleLogin'
  | 'googleJoin'
  | 'passkeyChallenge'
  | 'recoveryCodes'
  | 'shownDraft'
  | 'draft'
  | 'comparison'
  | 'attachmentSending'
  | 'sharePassword'
  | 'shareCode'
  | 'shareSending'
  | 'csrf'
  | 'refusedForm';

/** The time in seconds, and the addresses below which it is sent back, by default all. */
type Keeping = { seconds: number; path?: string };

/** `part` distinguishes several values of one kind by its first eight characters. */
export type Browser = {
  get: (kept: Kept, part?: string) => string | undefined;
  /** Lists the parts of a kind that the browser sent, the oldest first. */
  parts: (kept: Kept) => string[];
  keep: (kept: Kept, value: string, how: Keeping & { part?: string }) => void;
  forget: (kept: Kept, part?: string) => void;
  /** Ends everything but `knownBrowser`, with what pages have stored in the browser. */
  forgetAll: () => void;
};
