import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { checkFile } from '#lib/domain/uploads/check-file.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { hasAcceptedExtension } from '#lib/platform/storage/inspection/file-kinds.ts';

/**
 * `npm run files -- <folder>` inspects every file below a folder like an upload. Prints the refused
 * ones with the reason, and a table by kind. Files with other extensions are only counted.
 */
const folder = process.argv[2];
if (!folder) throw new Error('Usage: npm run files -- <folder>');

type Row = { files: number; accepted: number; reasons: Map<string, number> };
const table = new Map<string, Row>();
let others = 0;
let slowest = { path: '', took: 0 };
const entries = await readdir(folder, { recursive: true, withFileTypes: true });
for (const entry of entries.filter((item) => item.isFile())) {
  const path = join(entry.parentPath, entry.name);
  if (!hasAcceptedExtension(path)) {
    others += 1;
    continue;
  }
  const kind = extname(path).slice(1).toLowerCase();
  const row = table.get(kind) ?? { files: 0, accepted: 0, reasons: new Map() };
  table.set(kind, row);
  row.files += 1;
  const started = performance.now();
  const refusal = await refusalOf(path);
  const duration = performance.now() - started;
  if (duration > slowest.took) slowest = { path, took: duration };
  if (refusal === null) row.accepted += 1;
  else row.reasons.set(refusal, (row.reasons.get(refusal) ?? 0) + 1);
  console.log(
    `${refusal === null ? 'accepted' : 'REFUSED '} ${path}${refusal ? `: ${refusal}` : ''}`,
  );
}

console.log('\n| kind | files | accepted | refused | reasons |\n| --- | --- | --- | --- | --- |');
for (const [kind, { files, accepted, reasons }] of [...table].toSorted()) {
  const why = [...reasons].map(([reason, count]) => `${count} × ${reason}`).join('<br>');
  console.log(`| ${kind} | ${files} | ${accepted} | ${files - accepted} | ${why} |`);
}
console.log(
  `\nOf other kinds: ${others}. Slowest: ${Math.round(slowest.took)} ms, ${slowest.path}`,
);

async function refusalOf(path: string): Promise<string | null> {
  try {
    await checkFile({ path, size: (await stat(path)).size }, basename(path), 'files');
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_file')
      return error.detail.message ?? '';
    throw error;
  }
}
