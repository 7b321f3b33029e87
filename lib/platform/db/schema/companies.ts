import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

export const memberRoles = ['owner', 'member', 'reader'] as const;

/** Persons who act for a company. Both are rows of `accounts`. */
export const companyMembers = sqliteTable(
  'company_members',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    personId: text('person_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    role: text('role', { enum: memberRoles }).notNull(),
    joinedAt: integer('joined_at').notNull(),
    /** Time at which the person last acted for the company. A login acts for the latest one. */
    actedAt: integer('acted_at'),
    /** Time since which this person gets no mails about what expires, or null. */
    mailsOffAt: integer('mails_off_at'),
    /** The token in the URL of the person's calendar of this company is signed for this id. */
    calendarId: text('calendar_id').unique(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.personId] }),
    index('company_members_by_person').on(t.personId),
    index('company_members_by_join').on(t.companyId, t.joinedAt, t.personId),
  ],
);

/** Pending invitations to act for a company. A link's token is a signature over the id. */
export const companyInvitations = sqliteTable(
  'company_invitations',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** E-mail in lower case. Only a person who verified it may join. */
    email: text('email').notNull(),
    role: text('role', { enum: memberRoles }).notNull(),
    /** Account id of the owner who sent the invitation. */
    invitedBy: text('invited_by').notNull(),
    createdAt: integer('created_at').notNull(),
    endsAt: integer('ends_at').notNull(),
  },
  (t) => [
    uniqueIndex('company_invitations_by_email').on(t.companyId, t.email),
    index('company_invitations_to').on(t.email),
    index('company_invitations_by_end').on(t.endsAt),
  ],
);
