/** A person, found by e-mail; what is absent is left as the CRM has it. */
export type CrmContact = {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | undefined;
  company?: string | undefined;
};

/** `key`: the same key is the same deal, however often it is created. */
export type CrmDeal = {
  key: string;
  name: string;
  /** Whole pesos as decimal text. */
  amount?: string | undefined;
  url: string;
  contactId: string;
};

/** `html` has every typed text escaped already. `at`: when it happened, in ms. */
export type CrmNote = {
  key: string;
  html: string;
  at: number;
  contactId: string;
  dealId?: string | undefined;
};

/** Every call may be repeated: nothing comes into being twice. All throw `CrmError`. */
export type CrmPort = {
  upsertContact: (contact: CrmContact) => Promise<string>;
  createDeal: (deal: CrmDeal) => Promise<string>;
  createNote: (note: CrmNote) => Promise<void>;
  findContact: (email: string) => Promise<string | null>;
  /** For good, with what hangs on the contact, if it is there. */
  eraseContact: (id: string) => Promise<void>;
  eraseNote: (key: string) => Promise<void>;
  renameDeal: (key: string, name: string) => Promise<void>;
};

type Options = {
  retryable: boolean;
  retryAfter?: number | undefined;
  /** The fault is not the delivery's: the try does not count. */
  keepsTry?: boolean;
  /** Nothing else has a chance before `retryAfter`. */
  pausesChannel?: boolean;
};

/** `reason` is a short code, never personal data; for the rest see `deliveries/retry-schedule.ts`. */
export class CrmError extends Error {
  readonly reason: string;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly keepsTry: boolean;
  readonly pausesChannel: boolean;

  constructor(reason: string, options: Options) {
    super(reason);
    this.name = 'CrmError';
    this.reason = reason;
    this.retryable = options.retryable;
    this.retryAfter = options.retryAfter;
    this.keepsTry = options.keepsTry ?? false;
    this.pausesChannel = options.pausesChannel ?? false;
  }
}
