/** The e-mail finds the person. Absent fields stay as the CRM has them. */
export type CrmContact = {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | undefined;
  company?: string | undefined;
};

/** The same `key` names the same deal, however often it is created. */
export type CrmDeal = {
  key: string;
  name: string;
  /** The amount is whole pesos as decimal text. */
  amount?: string | undefined;
  url: string;
  contactId: string;
};

/** All typed text in `html` is already escaped. `at` is when it happened, in ms. */
export type CrmNote = {
  key: string;
  html: string;
  at: number;
  contactId: string;
  dealId?: string | undefined;
};

/** Every call may be repeated without creating anything twice. All throw `ProviderError`. */
export type CrmPort = {
  upsertContact: (contact: CrmContact) => Promise<string>;
  createDeal: (deal: CrmDeal) => Promise<string>;
  createNote: (note: CrmNote) => Promise<void>;
  findContact: (email: string) => Promise<string | null>;
  /** Deletes the contact permanently with all that hangs on it. It may be missing. */
  eraseContact: (id: string) => Promise<void>;
  eraseNote: (key: string) => Promise<void>;
  renameDeal: (key: string, name: string) => Promise<void>;
};
