import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

/** The app that shows codes: one for an account. The secret is sealed under our key. */
export const totpSecrets = sqliteTable('totp_secrets', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  createdAt: integer('created_at').notNull(),
  /** The step of 30 s of the last code that was taken: none of it or before is taken again. */
  lastStep: integer('last_step').notNull(),
});

/** 80 random bits each, kept as SHA-256; those that were used stay, to be counted. */
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
    /** COSE, as base64url. */
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [index('passkeys_by_account').on(t.accountId, t.createdAt)],
);

/** An admin asks to take an account's factors away, as their owner asked; another one does it. */
export const factorResets = sqliteTable('factor_resets', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Account id of the admin. */
  askedBy: text('asked_by').notNull(),
  askedAt: integer('asked_at').notNull(),
});
