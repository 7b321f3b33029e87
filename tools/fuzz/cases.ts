/** Requests that failed once, as the failure printed them. They run every time. */
export const cases: { operation: string; title: string; request: string }[] = [
  {
    operation: 'POST /api/webhooks/crm',
    title: 'an event nested so deep that writing it down again fell over',
    request: String.raw`{"mode":"nearly","session":"right","values":{"path":{},"query":{"token":"x"},"header":{},"cookie":{},"body":{"eventId":"3816279340"}},"changes":[],"twist":{"kind":"deep","depth":40000,"open":"{\"a\":"},"genuine":true}`,
  },
  {
    operation: 'GET /api/auth/session',
    title: 'nobody, whose role the document did not let be null',
    request: `{"mode":"nearly","session":"none","values":{"path":{},"query":{},"header":{},"cookie":{},"body":null},"changes":[],"twist":null,"genuine":true}`,
  },
  {
    operation: 'GET /api/share/{token}',
    title: 'a part of a file, which the document gave no body',
    request: `{"mode":"nearly","session":"none","values":{"path":{"token":"x"},"query":{},"header":{},"cookie":{},"body":null},"changes":[],"twist":{"kind":"header","name":"range","value":"bytes=0-1"},"genuine":true}`,
  },
  {
    operation: 'GET /api/admin/leads',
    title: 'a search of blanks, which was refused though blanks are trimmed and empty is absent',
    request: `{"mode":"valid","session":"right","values":{"path":{},"query":{"q":"  "},"header":{},"cookie":{},"body":null},"changes":[],"twist":null,"genuine":true}`,
  },
];
