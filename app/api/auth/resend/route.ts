import { postResend } from '#lib/domain/accounts/registration-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postResend);
