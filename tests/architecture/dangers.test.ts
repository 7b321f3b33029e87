import { expect, test } from 'vitest';
import { productSources } from '#tests/support/source-files.ts';

/**
 * A reviewer would stop at these, each with the files that mean it. ASVS 1.2.4, 1.2.5, 1.3.2,
 * 3.2.2, 11.4.1, 14.3.3.
 */
const dangers: Record<string, { found: RegExp; meant?: string[] }> = {
  'code made of text': { found: /\beval\(|new Function\(|node:vm|setTimeout\(\s*['"`]/ },
  // The files start our own Node, to read a large database file and files that may be hostile.
  'other programs': {
    found: /child_process/,
    meant: [
      'lib/platform/db/file/check-later.ts',
      'lib/platform/process/limited-process.ts',
      'lib/platform/process/without-network.ts',
    ],
  },
  'SQL made of text': { found: /sql\.raw\(|\.execute\(\s*[`'"][^)]*\$\{/ },
  // The expressions match labels of documents, which are ours, in the process that reads documents.
  'expressions made of text': {
    found: /new RegExp\(/,
    meant: ['guarantee', 'in-digits', 'printed-end', 'read-text', 'text-patterns'].map(
      (n) => `lib/domain/documents/reading/${n}.ts`,
    ),
  },
  'markup made of text': {
    found: /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write/,
  },
  'hashes and ciphers of old': { found: /\b(md5|sha1|createCipher|createDecipher)\b/i },
  'ciphers of our own use': {
    found: /createCipheriv|createDecipheriv/,
    meant: [
      'lib/platform/security/encrypted-text.ts',
      'lib/platform/storage/encryption/encrypted-file.ts',
    ],
  },
  'numbers that can be foretold': {
    found: /Math\.random/,
    // The random numbers spread out retries of the queue and of a database server.
    meant: [
      'lib/domain/deliveries/worker.ts',
      'lib/platform/db/remote/remote-writes.ts',
      'lib/platform/db/remote/remote.ts',
    ],
  },
  // A database server runs such a write with the next statement, so RETURNING reports its result.
  'what a write without RETURNING does not tell': {
    found: /rowsAffected|lastInsertRowid/,
    meant: ['lib/platform/db/remote/remote-transaction.ts'],
  },
  'what stays in a browser': {
    found: /window\.localStorage|localStorage\.|sessionStorage|indexedDB|caches\.open/,
    // The files keep that a form was sent on, so that the back button does not send it again;
    // unsent text, until it is sent, the session ends or the tab closes; and the rows around an
    // act, until the focus returns to one or the next act.
    meant: [
      'components/admin/commands/use-persisted-text.ts',
      'components/admin/inbox/lead-rows.tsx',
      'components/payments/hand-over-form.tsx',
      'components/wizard/persisted-step.tsx',
    ],
  },
  // Only the session decides for which company a person acts.
  'a right to act made of text': {
    found: /as AccountId\b|Brand<string, 'AccountId'>/,
    meant: ['lib/domain/accounts/reads/accounts.ts', 'lib/platform/operations/operation.ts'],
  },
  // A control of that name hides `form.action`, so getAttribute has to read the attribute.
  'properties of a form that a control hides': {
    found: /\b(form|target)\??\.(action|method|enctype|submit|reset)\b/,
  },
  'messages between windows': { found: /window\.postMessage|addEventListener\('message'/ },
  'certificates that are not checked': {
    found: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
  },
};

const sources = productSources();

test.each(Object.entries(dangers))(
  '%s: found only in the files listed for it',
  (_, { found, meant = [] }) => {
    const matchingPaths = sources.filter(({ text }) => found.test(text)).map(({ path }) => path);
    expect(matchingPaths.sort()).toEqual(meant);
  },
);

test('every outgoing fetch has a time limit and follows no redirect by itself', () => {
  const callers = sources.filter(
    ({ path, text }) => path.startsWith('lib/') && /await fetch\((?!start)/.test(text),
  );
  expect(callers.length).toBeGreaterThan(2);
  for (const { path, text } of callers) {
    expect(text, path).toMatch(/\bsignal\b/);
    expect(text, path).toMatch(/redirect: '(error|manual)'/);
  }
});
