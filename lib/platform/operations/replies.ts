import { z } from 'zod';

export const successField = z.literal(true).describe('Always true.');
export const messageField = z.string().describe('A sentence for the person, in Spanish.');

/** Replies of the API have `success`, and either a message or data. */
export const messageReply = z.object({ success: successField, message: messageField });

export const withMessage = (message: string) => ({ success: true, message }) as const;

export const dataReply = <T extends z.ZodType>(data: T) =>
  z.object({ success: successField, data: data.describe('The result.') });

export const withData = <T>(data: T) => ({ success: true, data }) as const;

export const timeField = (description: string) =>
  z.iso.datetime().meta({ description, examples: ['2026-11-20T15:00:00.000Z'] });

/** Cursor of the next page of a list. */
export const nextBeforeField = z
  .int()
  .nullable()
  .describe('Send this value as `before` to get the next page. Null on the last page.');

export const skippedHelpText = 'Number of rows before this page.';

/** Returns the schema of `pagination`: which part of the list a reply contains. */
export const paginationField = (limit: string) =>
  z
    .object({
      total: z.int().describe('Total number of rows.'),
      limit: z.int().describe(limit),
      offset: z.int().describe(skippedHelpText),
      hasMore: z.boolean().describe('Whether more rows follow.'),
    })
    .describe('Position of this page in the list.');
