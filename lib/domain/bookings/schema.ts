import { createHash } from 'node:crypto';
import { z } from 'zod';
import { oneLine } from '#lib/platform/chile/format.ts';
import { eventTime } from '#lib/platform/operations/webhook-fields.ts';

/**
 * A text of the provider, as one line of at most 300 characters. Anything else becomes undefined.
 */
const providerText = z
  .string()
  .transform((value) => oneLine(value).slice(0, 300))
  .optional()
  .catch(undefined);

const payloadSchema = z
  .object({
    uid: providerText,
    bookingUid: providerText,
    rescheduleUid: providerText,
    title: providerText,
    location: providerText,
    startTime: eventTime,
    endTime: eventTime,
    rescheduleStartTime: eventTime,
    rescheduleEndTime: eventTime,
    metadata: z.object({ leadRef: providerText }).optional().catch(undefined),
    responses: z
      .object({ email: z.object({ value: providerText }).optional().catch(undefined) })
      .optional()
      .catch(undefined),
    attendees: z
      .array(
        z.object({
          email: providerText,
          name: providerText,
          noShow: z.boolean().optional().catch(undefined),
        }),
      )
      .optional()
      .catch(undefined),
  })
  .catch({});

/**
 * The object around Cal.com's events. `MEETING_*` events may have the fields at the top level and
 * not in `payload`.
 */
const envelope = z.looseObject({
  triggerEvent: z.string('Falta triggerEvent.').min(1, 'Falta triggerEvent.').max(100),
  createdAt: eventTime,
  payload: z.unknown().optional(),
});

export type SchedulingEvent = {
  key: string;
  kind: string;
  occurredAt: number;
  /** Uid of the booking, or null if the event is about none. */
  uid: string | null;
  /**
   * Uid of the booking that this one replaces. It is read from every kind of event, not only from
   * `BOOKING_RESCHEDULED`, because a move that the host must confirm comes as `BOOKING_REQUESTED`.
   */
  replaces: string | null;
  details: z.output<typeof payloadSchema>;
};

export const schedulingEnvelope = envelope;

/**
 * Parses an event of Cal.com. Cal.com gives events no id. The key is therefore made of kind, uid,
 * time and no-shows or, if uid or time is missing, of a hash of the body.
 */
export function parseSchedulingEvent(
  body: z.output<typeof envelope>,
  now: number,
): SchedulingEvent {
  const { triggerEvent: kind, createdAt, payload } = body;
  const details = payloadSchema.parse(payload ?? body);
  const uid = details.uid || details.bookingUid || null;
  const noShows = details.attendees?.map((attendee) => attendee.noShow ?? '').join();
  const key =
    uid && createdAt !== undefined
      ? [kind, uid, createdAt, ...(noShows ? [noShows] : [])].join(' ')
      : `${kind} ${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
  return {
    key,
    kind,
    occurredAt: Math.min(createdAt ?? now, now),
    uid,
    replaces: details.rescheduleUid === uid ? null : details.rescheduleUid || null,
    details,
  };
}
