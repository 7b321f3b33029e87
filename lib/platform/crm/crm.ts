/** A person, found by e-mail; absent fields stay as the CRM has them. */
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

/** Every call may be repeated: nothing comes into being twice. All throw `ProviderError`. */
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
