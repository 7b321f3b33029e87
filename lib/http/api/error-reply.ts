import { z } from 'zod';
import { type ErrorCode, errorStatus } from '#lib/platform/operations/errors.ts';

// `Object.keys` returns `string[]`.
const codes = Object.keys(errorStatus) as ErrorCode[];

/** Every refusal under /api has this body. `error` is one of the list in `operations/errors.ts`. */
export const errorReply = z.object({
  success: z.literal(false),
  error: z.enum(codes),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
});
export type ErrorReply = z.infer<typeof errorReply>;
