import { renewLinkForm } from '#app/_lib/renew-link-form.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(renewLinkForm('receipt'));
