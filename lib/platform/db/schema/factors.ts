import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

/** The authenticator app of an account, one at most. The secret is sealed under our key. */
export const totpSecrets = sqliteTable('totp_secrets', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  createdAt: integer('created_at').notNull(),
  /** The step of 30 s of the last accepted code. No code of it or before is accepted again. */
  lastStep: integer('last_step').notNull(),
});

/** Codes have 80 random bits and are stored as SHA-256. Used ones stay, to be counted. */
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

/** An owner wants all factors removed: one admin proposes it, another carries it out. */
export const factorResets = sqliteTable('factor_resets', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** This is the account id of the admin. */
  requestedBy: text('requested_by').notNull(),
  requestedAt: integer('requested_at').notNull(),
});
