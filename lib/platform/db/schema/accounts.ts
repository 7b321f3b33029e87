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
 * A person, or a company for which persons act (`company_members`). While `emailVerifiedAt` is
 * null, the row is an unfinished registration, which another one with the same address may replace.
 * `role` then says whether it becomes a person or a company.
 */
export const accounts = sqliteTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    /** The address is in lower case, so that there is one person per address. A company has none. */
    email: text('email'),
    role: text('role', { enum: ['natural', 'juridica', 'admin'] }).notNull(),
    passwordHash: text('password_hash'),
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
    /** Set while an admin suspends the account, which then has no sessions and no open links. */
    suspendedAt: integer('suspended_at'),
    suspendedReason: text('suspended_reason'),
    /** Whether a company's owners demand a second factor of all who act for it. */
    demandsFactor: integer('demands_factor', { mode: 'boolean' }).notNull().default(false),
    /** An advisor's views of the inbox. */
    deskViews: text('desk_views', { mode: 'json' }).$type<SavedView[]>(),
  },
  (t) => [
    uniqueIndex('accounts_by_email').on(t.email),
    uniqueIndex('accounts_by_google_sub').on(t.googleSub),
    index('accounts_admins').on(t.email).where(sql`role = 'admin'`),
    index('accounts_by_rut').on(t.rut).where(sql`rut is not null`),
    index('accounts_unverified').on(t.emailVerifiedAt, t.createdAt),
  ],
);

/** Each row is the live one-time code of an account and purpose. The code itself is derived. */
export const oneTimeCodes = sqliteTable(
  'one_time_codes',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['verify', 'proof', 'google', 'email'] }).notNull(),
    /** Counts tries from all addresses. Tries from one address are limited in `rate_limits`. */
    tries: integer('tries').notNull().default(0),
    sentAt: integer('sent_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [uniqueIndex('one_time_codes_by_account').on(t.accountId, t.purpose)],
);

/** Each row is a requested reset link. Its token is a signature over the id and is not stored. */
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

/** A change of an account's address. It waits for its code until `changedAt`; then it may be undone. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    /** Later changes have greater ids. The link that undoes one is a signature over its id. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    former: text('former').notNull(),
    email: text('email').notNull(),
    changedAt: integer('changed_at'),
    /** The keys of the rows that came along, by table (move-rows.ts). */
    moved: text('moved', { mode: 'json' })
      .$type<Record<string, (string | number)[]>>()
      .notNull()
      .default({}),
    undoneAt: integer('undone_at'),
    /** Until this time (ms) the change can be confirmed, or undone. */
    endsAt: integer('ends_at').notNull(),
  },
  (t) => [
    index('email_changes_by_account').on(t.accountId, t.id),
    index('email_changes_by_former').on(t.former),
    index('email_changes_by_end').on(t.endsAt),
  ],
);

/** Each row is a signed-in device. The cookie holds 32 random bytes, the row their SHA-256. */
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
    place: text('place').notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    /** The user last confirmed their identity at this time. */
    provedAt: integer('proved_at'),
    /** A second factor or a passkey was shown at this time. Null means never. */
    strongAt: integer('strong_at'),
  },
  (t) => [
    uniqueIndex('sessions_by_token').on(t.tokenHash),
    index('sessions_by_account').on(t.accountId, t.seenAt),
    index('sessions_by_seen').on(t.seenAt),
    index('sessions_by_company').on(t.companyId).where(sql`company_id is not null`),
  ],
);

/** Each row is a browser that signed in to the account, identified by the hash of its cookie. */
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
