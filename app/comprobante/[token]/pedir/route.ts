import { formRoute } from '#lib/http/forms/form-route.ts';

import { renewLinkForm } from '#lib/http/forms/renew-link.ts';

export const { GET, POST } = formRoute({
  path: '/comprobante/{token}/pedir',
  ...renewLinkForm('receipt'),
});
