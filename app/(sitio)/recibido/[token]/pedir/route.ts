import { renewLinkForm } from '#app/_lib/renew-link-form.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form(renewLinkForm('lead-receipt'));
