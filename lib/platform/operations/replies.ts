import { z } from 'zod';

/** Replies of the API have `success`, and a message or data. */
export const messageReply = z.object({ success: z.literal(true), message: z.string() });

export const withMessage = (message: string) => ({ success: true, message }) as const;

export const dataReply = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), data });

export const withData = <T>(data: T) => ({ success: true, data }) as const;
