/** The e-mail identifies a contact. Absent fields keep the value that the CRM has. */
export type CrmContact = {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | undefined;
  company?: string | undefined;
};

/** Creating a deal again with the same `key` creates no second one. */
export type CrmDeal = {
  key: string;
  name: string;
  /** The amount is whole pesos as decimal text. */
  amount?: string | undefined;
  url: string;
  contactId: string;
};

/** User input in `html` is already escaped. `at` is the time of the event, in ms. */
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
  /** Deletes a contact and its records permanently. A missing contact is no error. */
  eraseContact: (id: string) => Promise<void>;
  eraseNote: (key: string) => Promise<void>;
  renameDeal: (key: string, name: string) => Promise<void>;
};
