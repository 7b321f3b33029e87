import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { SavedView } from '#lib/domain/requests/team/rules.ts';

/**
 * Accounts. A row is a person, or a company for which persons act (`company_members`). While
 * `emailVerifiedAt` is null, the registration is not finished: another one with the same e-mail may
 * replace it, and `role` says whether it becomes a person or a company.
 */
export const accounts = sqliteTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    /** Unique e-mail in lower case. Null for a company. */
    email: text('email'),
    role: text('role', { enum: ['natural', 'juridica', 'admin'] }).notNull(),
    passwordHash: text('password_hash'),
    /** Google's id of the connected user (`sub`), or null. */
    googleSub: text('google_sub'),
    emailVerifiedAt: integer('email_verified_at'),
    rut: text('rut'),
    name: text('name'),
    razonSocial: text('razon_social'),
    telefono: text('telefono'),
    direccion: text('direccion'),
    region: text('region'),
    comuna: text('comuna'),
    source: text('source'),
    consentVersion: text('consent_version'),
    consentAt: integer('consent_at'),
    consentIp: text('consent_address'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Time at which an admin suspended the account. It then has no sessions and no open links. */
    suspendedAt: integer('suspended_at'),
    suspendedReason: text('suspended_reason'),
    /** True if a company's owners require a second factor of everyone who acts for it. */
    requiresFactor: integer('demands_factor', { mode: 'boolean' }).notNull().default(false),
    /** Filters of the inbox that an advisor saved. */
    inboxViews: text('desk_views', { mode: 'json' }).$type<SavedView[]>(),
  },
  (t) => [
    uniqueIndex('accounts_by_email').on(t.email),
    uniqueIndex('accounts_by_google_sub').on(t.googleSub),
    index('accounts_admins').on(t.email).where(sql`role = 'admin'`),
    index('accounts_by_rut').on(t.rut).where(sql`rut is not null`),
    index('accounts_unverified').on(t.emailVerifiedAt, t.createdAt),
  ],
);

/** One-time codes, one per account and purpose. A code is derived from its row and not stored. */
export const oneTimeCodes = sqliteTable(
  'one_time_codes',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['verify', 'proof', 'google', 'email'] }).notNull(),
    /** Number of wrong codes from all IPs together. `rate_limits` counts the tries of each IP. */
    tries: integer('tries').notNull().default(0),
    sentAt: integer('sent_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [uniqueIndex('one_time_codes_by_account').on(t.accountId, t.purpose)],
);

/** Requested links for a new password. A token is a signature over the id and is not stored. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('password_resets_by_account').on(t.accountId)],
);

/**
 * Changes of an account's e-mail. A row waits for its code until `changedAt`, and can then be
 * undone.
 */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    /** The link that undoes a change is a signature over its id. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The e-mail before the change. `email` is the new one. */
    previous: text('former').notNull(),
    email: text('email').notNull(),
    changedAt: integer('changed_at'),
    /** Keys of the rows that were moved to the new e-mail, by table (see move-email.ts). */
    moved: text('moved', { mode: 'json' })
      .$type<Record<string, (string | number)[]>>()
      .notNull()
      .default({}),
    undoneAt: integer('undone_at'),
    /** Time (ms) until which the change can be confirmed or undone. */
    endsAt: integer('ends_at').notNull(),
  },
  (t) => [
    index('email_changes_by_account').on(t.accountId, t.id),
    index('email_changes_by_former').on(t.previous),
    index('email_changes_by_end').on(t.endsAt),
  ],
);

/** Sessions, one per logged-in device. The cookie holds 32 random bytes, the row their SHA-256. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    profile: text('profile', { enum: ['natural', 'juridica', 'admin'] }).notNull(),
    /** The company for which the person acts, or null. */
    companyId: text('company_id').references((): AnySQLiteColumn => accounts.id, {
      onDelete: 'cascade',
    }),
    agent: text('agent').notNull(),
    /** The shortened IP (`shortIp`). */
    shortIp: text('place').notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    /** Time at which the user last confirmed their identity. */
    provedAt: integer('proved_at'),
    /** Time at which a second factor or a passkey was used, or null. */
    strongAt: integer('strong_at'),
  },
  (t) => [
    uniqueIndex('sessions_by_token').on(t.tokenHash),
    index('sessions_by_account').on(t.accountId, t.seenAt),
    index('sessions_by_seen').on(t.seenAt),
    index('sessions_by_company').on(t.companyId).where(sql`company_id is not null`),
  ],
);

/**
 * Browsers in which somebody logged in to an account before. The row holds the hash of a cookie.
 */
export const knownBrowsers = sqliteTable(
  'known_browsers',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
  },
  (t) => [
    uniqueIndex('known_browsers_by_account').on(t.accountId, t.tokenHash),
    index('known_browsers_by_seen').on(t.seenAt),
  ],
);
