import { z } from 'zod';

/**
 * The times at which a call can be chosen, on working days. An answer that asks for a call may end
 * with one of them.
 */
export const callTimes = [
  'en la mañana',
  'en la tarde',
  ...[9, 10, 11, 12, 13, 14, 15, 16, 17].map((hour) => `a las ${String(hour).padStart(2, '0')}:00`),
];

/** The outcome of an advisor's call: they talked, or nobody took it. */
export const callOutcomes = ['talked', 'missed'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** Day and time of a requested call. A value that the page does not offer counts as not chosen. */
export const callChoice = {
  dia: z.iso.date().optional().catch(undefined),
  hora: z.enum(callTimes).optional().catch(undefined),
};

/**
 * A change of a promised call: the answers (`respuesta_preferida`) before and after the change,
 * each with its day. `phone` is set if the telephone was corrected.
 */
export const callChange = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  phone: z.string().optional(),
});
export type CallChange = z.infer<typeof callChange>;
