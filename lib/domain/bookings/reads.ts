import { desc, eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { bookings } from '#lib/platform/db/schema/bookings.ts';

export async function listBookingsOf(email: string, limit: number) {
  const { uid, title, state, name, startsAt, endsAt, location, createdAt } = bookings;
  return getDb()
    .read.select({ uid, title, state, name, startsAt, endsAt, location, createdAt })
    .from(bookings)
    .where(eq(bookings.email, email))
    .orderBy(desc(bookings.id))
    .limit(limit);
}
