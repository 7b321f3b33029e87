/** Next runs this before its own code in a browser. Nothing more is loaded where no Sentry is set. */
const reports = document.querySelector<HTMLMetaElement>('meta[name="browser-errors"]');
if (reports) {
  import('#components/site/report-errors.ts').then(
    ({ reportErrors }) => reportErrors(reports.content),
    () => undefined,
  );
}
