import { postPasskeyLoginOptions } from '#lib/domain/factors/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postPasskeyLoginOptions);
