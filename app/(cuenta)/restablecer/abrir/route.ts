import { openReset } from '#lib/domain/accounts/forms.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(openReset);
