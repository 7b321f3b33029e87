import { formRoute } from '#lib/http/forms/form-route.ts';
import { postOpenShared } from '#lib/http/share/share-page.ts';

export const { GET, POST } = formRoute(postOpenShared);
