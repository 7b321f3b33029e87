import { z } from 'zod';

/** Times of calls, on working days. An answer that asks for a call may end with one. */
export const callTimes = [
  'en la mañana',
  'en la tarde',
  ...[9, 10, 11, 12, 13, 14, 15, 16, 17].map((hour) => `a las ${String(hour).padStart(2, '0')}:00`),
];

/** The outcome of an advisor's call: they talked, or nobody took it. */
export const callOutcomes = ['talked', 'missed'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** Day and time of a requested call. A value that the page does not offer counts as no choice. */
export const callChoice = {
  dia: z.iso.date().optional().catch(undefined),
  hora: z.enum(callTimes).optional().catch(undefined),
};

/**
 * A change of a promised call: the answers (`respuesta_preferida`) before and after it, each with
 * its day. `phone` is set if the telephone was corrected.
 */
export const callChange = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  phone: z.string().optional(),
});
export type CallChange = z.infer<typeof callChange>;
