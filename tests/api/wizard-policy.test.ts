import { expect, test } from 'vitest';
import { pagePolicy } from '#lib/http/server/page-policy.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { productSources } from '#tests/support/source-files.ts';
import { announceUpload } from '#tests/support/upload-client.ts';
import { createWorld } from '#tests/support/world.ts';

const s3 = await startS3();
const connectOf = (path: string) =>
  /connect-src ([^;]*)/.exec(pagePolicy('n', path))?.[1]?.split(' ') ?? [];
const sources = new Map(productSources().map((source) => [source.path, source]));
const reaches = (path: string, seen = new Set<string>()): boolean => {
  if (path === 'components/uploads/upload-field.tsx') return true;
  if (seen.has(path)) return false;
  seen.add(path);
  return sources.get(path)?.imports.some((next) => reaches(next, seen)) ?? false;
};
/** Paths of all pages whose scripts can send a file directly to the bucket. */
const sending = [...sources.keys()]
  .filter((path) => /^app\/.*\/page\.tsx$/.test(path) && reaches(path))
  .map((path) => path.replace(/^app|\/\([^)]*\)|\/page\.tsx$/g, '').replace(/\[\w+\]/g, 'abc'));

test.each([
  ['a bucket that is a path', { S3_FORCE_PATH_STYLE: 'true' }],
  ['a bucket that is a host', { S3_FORCE_PATH_STYLE: 'false', S3_ENDPOINT: 'https://s3.test' }],
  [
    'a bucket with dots',
    { S3_FORCE_PATH_STYLE: 'false', S3_ENDPOINT: 'https://s3.test', S3_BUCKET: 'mis.garantias' },
  ],
])(
  'the policy of pages that send files allows the origin of %s, and the policy of others allows no bucket',
  async (_, variables) => {
    createWorld({ ...s3.variables, ...variables });
    const { origin } = new URL((await announceUpload()).presignedUrl);
    for (const path of sending) expect(connectOf(path), path).toContain(origin);
    for (const path of ['/login', '/admin', '/panel', '/panel/documentos']) {
      expect(connectOf(path)).toEqual(["'self'"]);
    }
  },
);

test.each([
  ['files are local', {}],
  ['files are sealed', { ...s3.variables, FILES_KEY: Buffer.alloc(32, 7).toString('base64') }],
  [
    'files of former times are sealed',
    { ...s3.variables, FILES_KEY_PREVIOUS: Buffer.alloc(32, 7).toString('base64') },
  ],
])('the policy of no page allows a bucket while %s', (_, variables) => {
  createWorld(variables);
  for (const path of sending) expect(connectOf(path)).toEqual(["'self'"]);
});

test('the search for pages that send files finds them', () => {
  expect(sending).toEqual(
    expect.arrayContaining(['/recibido/abc', '/comprobante/abc', '/panel/solicitudes/abc']),
  );
});
