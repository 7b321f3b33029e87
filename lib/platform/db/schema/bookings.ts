import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Meetings with an advisor. Rescheduling adds a row. */
export const bookings = sqliteTable(
  'bookings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Cal.com's id of the booking. */
    uid: text('uid').notNull(),
    /** Cal.com's id of the booking that replaced this one, or null. */
    rescheduledTo: text('rescheduled_to'),
    leadId: integer('lead_id'),
    email: text('email').notNull(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    state: text('state', {
      enum: ['requested', 'accepted', 'rescheduled', 'cancelled', 'rejected', 'no_show', 'ended'],
    }).notNull(),
    startsAt: integer('starts_at'),
    endsAt: integer('ends_at'),
    location: text('location'),
    /** Time of the last event that was applied, by the provider's clock. */
    eventAt: integer('event_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('bookings_by_uid').on(t.uid),
    index('bookings_by_lead').on(t.leadId, t.startsAt),
    index('bookings_by_email').on(t.email),
  ],
);
