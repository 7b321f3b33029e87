import { npm } from './npm.mjs';

/**
 * `npm run audit` reports known vulnerabilities of production dependencies, and fails if one is
 * high or critical. If the registry cannot be reached or has no audit (mirrors answer 404 or 405),
 * it warns, and fails only with `--strict`.
 */
const strict = process.argv.includes('--strict');
const bar = '='.repeat(72);
const quick = ['--fetch-retries=0', '--fetch-timeout=20000'];
const { out, err } = await npm(['audit', '--omit=dev', '--package-lock-only', '--json', ...quick]);
const report = parse(out);

if (report?.auditReportVersion === undefined || !report.metadata) {
  const reason =
    report?.message ?? report?.error?.summary ?? (err || out).trim().split('\n').at(-1);
  console.error(`${bar}\nNOT AUDITED: the registry did not answer whether anything is known.`);
  console.error(`${String(reason).slice(0, 300)}`);
  console.error(
    `Run \`npm run audit -- --strict\` where registry.npmjs.org can be reached.\n${bar}`,
  );
  process.exitCode = strict ? 1 : 0;
} else {
  const { high = 0, critical = 0, total = 0 } = report.metadata.vulnerabilities;
  for (const { name, severity, range, via } of Object.values(report.vulnerabilities)) {
    const titles = via.map((cause) => cause.title ?? `by ${cause}`).join('; ');
    console.error(`${severity}: ${name} ${range}: ${titles}`);
  }
  console.log(`Audit: ${total} known, of them ${high} high and ${critical} critical.`);
  process.exitCode = high + critical > 0 ? 1 : 0;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
