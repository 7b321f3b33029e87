import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

/** The authenticator app of an account, at most one. The secret is encrypted with our key. */
export const totpSecrets = sqliteTable('totp_secrets', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Time step (30 s) of the last accepted code. Codes of this step or earlier are refused. */
  lastStep: integer('last_step').notNull(),
});

/**
 * Recovery codes: 80 random bits, stored as SHA-256. Used ones are kept, to show how many are left.
 */
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
    /** COSE key as base64url. */
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [index('passkeys_by_account').on(t.accountId, t.createdAt)],
);

/**
 * Requests to remove all second factors of an account. One admin proposes, another one approves.
 */
export const factorResets = sqliteTable('factor_resets', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Account id of the admin who proposed it. */
  requestedBy: text('requested_by').notNull(),
  requestedAt: integer('requested_at').notNull(),
});
