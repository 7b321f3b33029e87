/** A contact of the CRM, identified by its e-mail. Undefined fields keep the CRM's value. */
export type CrmContact = {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | undefined;
  company?: string | undefined;
};

/**
 * A deal of the CRM. `key` is an idempotency key: a second deal with the same key is not created.
 */
export type CrmDeal = {
  key: string;
  name: string;
  /** The amount in whole pesos, as decimal text. */
  amount?: string | undefined;
  url: string;
  contactId: string;
};

/**
 * A note on a contact and perhaps a deal. `html` is safe: user input in it is escaped. `at` is the
 * time of the event in ms.
 */
export type CrmNote = {
  key: string;
  html: string;
  at: number;
  contactId: string;
  dealId?: string | undefined;
};

/**
 * The interface of the CRM. `upsertContact` and `findContact` return the id of the contact,
 * `createDeal` that of the deal. Every call is idempotent and throws `ProviderError` on failure.
 */
export type CrmPort = {
  upsertContact: (contact: CrmContact) => Promise<string>;
  createDeal: (deal: CrmDeal) => Promise<string>;
  createNote: (note: CrmNote) => Promise<void>;
  findContact: (email: string) => Promise<string | null>;
  /** Deletes a contact with its records permanently. Succeeds if the contact does not exist. */
  eraseContact: (id: string) => Promise<void>;
  eraseNote: (key: string) => Promise<void>;
  renameDeal: (key: string, name: string) => Promise<void>;
};
