import { postPlacing } from '#lib/http/files/documents.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postPlacing, { keep: ['doc.*'] });
