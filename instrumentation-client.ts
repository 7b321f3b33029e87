/**
 * Next runs this module first in a browser. The reporter is loaded only if Sentry is configured.
 */
const reports = document.querySelector<HTMLMetaElement>('meta[name="browser-errors"]');
if (reports) {
  import('#components/site/report-errors.ts').then(
    ({ reportErrors }) => reportErrors(reports.content),
    () => undefined,
  );
}
