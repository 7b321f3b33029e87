import { formRoute } from '#lib/http/forms/form-route.ts';
import { ownFields, postOwnForm } from '#lib/http/forms/issued.ts';

export const { GET, POST } = formRoute(postOwnForm, { keep: ownFields });
