export const introduction = `
Request bid and contract guarantees for public (ChileCompra) and private tenders.

**Attachments** are sent first: get a URL with \`GET /api/guarantees/upload-url\`, \`PUT\` the file
to \`presignedUrl\`, then put \`downloadUrl\` into \`contratoUrl\` or \`adicionalUrl\` of the request.
Where a direct \`PUT\` is impossible, \`POST /api/guarantees/upload-proxy\` takes the file as a form.

**Texts** are trimmed and normalised (NFC); control characters are refused; an optional field may be
absent or empty. Fields that are not listed are ignored. Amounts are decimal text, so that no digit
is lost. Dates are \`YYYY-MM-DD\`; times are UTC.

**Sessions** are the cookie \`service_session\`, HttpOnly, set by \`POST /api/auth/login\` and by the
way back from Google: 7 days after the last use, 30 at most.

**Refusals** always have the shape of \`Error\`, also for unknown paths (404) and methods (405, with
\`Allow\`). \`message\` and \`fields\` are Spanish sentences for the person; \`error\` is for programs.

**Every reply** carries \`x-request-id\`: yours when you send one of 8 to 64 characters of
\`[A-Za-z0-9_-]\`, else a new one. Quote that id when you report a problem.

**Lookups** in Mercado Público return a stored answer while that answer is current; \`Age\` has its
age in seconds. \`stale\` marks an outdated answer, which is sent if Mercado Público is down.

**Webhooks** are for providers: Cal.com signs its body (\`X-Cal-Signature-256\`), the CRM shows a
token as \`Authorization: Bearer\`, \`X-Webhook-Token\` or \`?token=\`, or HubSpot's signature v3. A
repeated event changes nothing; \`processed\` counts the events that changed something.

**Browsers**: a cross-site request with an unsafe method is refused with 403 \`csrf_invalid\`.
`.trim();

export const tags = [
  { name: 'Infrastructure', description: 'Health, CSRF token and this description.' },
  { name: 'Accounts', description: 'Registration, sessions, passwords, Google, own data.' },
  {
    name: 'Payments',
    description: 'Card payments with Webpay Plus, refunds, requests for a payment.',
  },
  { name: 'Guarantees', description: 'Guarantee requests and their attachments.' },
  { name: 'Contact', description: 'The forms of the site: message, advisor, expert.' },
  {
    name: 'Documents',
    description: 'The vault of an account: its documents, their expiry and their share links.',
  },
  { name: 'Advisors', description: 'The inbox and its deliveries, for the role admin.' },
  { name: 'Marketplace', description: 'Lookups in Mercado Público, kept for a while here.' },
  {
    name: 'Webhooks',
    description: 'What the scheduling tool, the CRM and the mail provider tell us.',
  },
];

export function apiTagOf(path: string): string {
  if (/licitacion|organismos|orden-compra|proveedor/.test(path)) return 'Marketplace';
  if (/^\/api\/(auth|account)\//.test(path)) return 'Accounts';
  if (path.startsWith('/api/admin/')) return 'Advisors';
  if (path.startsWith('/api/contact')) return 'Contact';
  if (/^\/api\/(payments|admin\/payment-requests)\b/.test(path)) return 'Payments';
  if (/^\/api\/(documents|share)\//.test(path)) return 'Documents';
  if (path.startsWith('/api/webhooks/')) return 'Webhooks';
  return /^\/api\/(guarantees|verify)\//.test(path) ? 'Guarantees' : 'Infrastructure';
}

export const statusMeaning: Record<number, string> = {
  400: 'Something in the request has to be corrected',
  401: 'Who asks is not established',
  403: 'Refused',
  404: 'Not there',
  409: 'Contradicts what was sent before',
  410: 'No longer there',
  413: 'Too large',
  415: 'Another content type is expected',
  429: 'Too many requests from this address',
  500: 'Our fault; the cause is in the log under the request id',
  502: 'An outside service failed',
  503: 'Not available at the moment',
  504: 'An outside service took too long',
};
