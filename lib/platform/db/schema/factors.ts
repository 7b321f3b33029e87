import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

/** Each row is an account's only authenticator app. The secret is encrypted with our key. */
export const totpSecrets = sqliteTable('totp_secrets', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Holds the 30 s step of the last accepted code. Codes up to this step are refused. */
  lastStep: integer('last_step').notNull(),
});

/** Codes have 80 random bits and are stored as SHA-256. Used ones are kept for the count. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    hash: text('hash').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    usedAt: integer('used_at'),
  },
  (t) => [index('recovery_codes_by_account').on(t.accountId)],
);

export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull().unique(),
    /** The key is COSE as base64url. */
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [index('passkeys_by_account').on(t.accountId, t.createdAt)],
);

/** Each row is a request to remove all factors. One admin proposes it, another carries it out. */
export const factorResets = sqliteTable('factor_resets', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Account id of the first admin. */
  requestedBy: text('requested_by').notNull(),
  requestedAt: integer('requested_at').notNull(),
});
