import { z } from 'zod';
import { type ErrorCode, errorStatus } from '#lib/platform/operations/errors.ts';
import { messageField } from '#lib/platform/operations/replies.ts';

// `Object.keys` returns `string[]`.
const codes = Object.keys(errorStatus) as ErrorCode[];

/** The body of every refusal under /api except 416. `operations/errors.ts` lists the codes. */
export const errorReply = z.object({
  success: z.literal(false).describe('Always false.'),
  error: z.enum(codes).describe('The code of the refusal, for programs.'),
  message: messageField,
  fields: z.record(z.string(), z.string()).optional().describe('Field path → what to correct.'),
  requestId: z.string().describe('The id of this request in our log.'),
});
export type ErrorReply = z.infer<typeof errorReply>;
