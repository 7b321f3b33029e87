import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findDraft, keyOfToken } from '#lib/domain/drafts/reads.ts';
import { isStep, steps } from '#lib/domain/drafts/steps.ts';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { forms, type PageForm } from '#tests/support/forms.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { nasty } from '#tools/fuzz/arbitraries.ts';
import { multipart } from '#tools/fuzz/bodies.ts';
import { createPlace, type FuzzWorld } from '#tools/fuzz/place.ts';
import { fuzz, RUNS } from '#tools/fuzz/property.ts';
import { createTallies } from '#tools/fuzz/tally.ts';
import type { Filled } from '#tools/fuzz/target.ts';
import { fillForm, targets } from '#tools/fuzz/targets.ts';

/**
 * Every post to a form is answered with a next page, nothing of ours breaks, and a refusal brings
 * the typed values back.
 */
const file = 'tests/api/fuzz-forms.test.ts';
const runs = Math.ceil((RUNS * 0.2) / forms.length);
const tallies = createTallies('forms');

let place: FuzzWorld;
beforeAll(async () => {
  place = await createPlace();
});
beforeEach(() => place.renew());
afterAll(async () => {
  tallies.save();
  await place.close();
});

const text = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

/**
 * Changes one field of a browser's form: it is replaced, removed, sent twice or joined by others.
 */
const change = fc.record({
  how: fc.constantFrom('replace', 'remove', 'twice', 'add', 'none'),
  at: fc.nat(20),
  name: fc.constantFrom('__proto__', 'constructor', 'extra', 'garantias.0.id', 'doc-', ''),
  text,
});

const post = fc.record({
  valid: fc.nat(3).map((n) => n === 0),
  changes: fc.array(change, { minLength: 1, maxLength: 3 }),
  session: fc.constantFrom('right', 'right', 'right', 'none', 'other', 'forged'),
  params: fc.option(text, { freq: 6 }),
  type: fc.option(fc.constantFrom('', 'text/plain', 'application/json', 'multipart/form-data'), {
    freq: 12,
  }),
  search: fc.constantFrom(
    '',
    '?error=x&next=//malo.cl',
    `?${'a'.repeat(2000)}`,
    '?%ff=%00&x=%0d%0a',
  ),
});
type Post = typeof post extends fc.Arbitrary<infer T> ? T : never;

/** The wizard keeps refused values in its draft. */
const wizardStep = '/gestiona-tu-garantia/{paso}/guardar';

/** Returns the fields that `guardar` of the wizard takes and keeps, by step. */
const fieldsOf = (paso = ''): string[] =>
  isStep(paso) ? steps[paso].fields.map(({ name }) => name) : [];

async function tryOut(form: PageForm, requested: Post): Promise<void> {
  const name = form.path;
  const filled = await fillForm(form, place);
  const pairs = requested.valid
    ? Object.entries(filled.form)
    : changed(filled.form, requested.changes);
  const params = requested.valid ? filled.params : paramsOf(filled, requested.params);
  const cookies = requested.valid
    ? cookiesFor(form, filled)
    : { ...cookiesFor(form, filled), ...other(requested) };
  const { type, bytes } = encode(pairs, filled);
  const address = addressOf(name, params);
  const start = performance.now();
  const search = requested.valid ? '' : requested.search.replace('?', '&');
  const response = await postForm(`${address}?${new URLSearchParams(filled.query)}${search}`, {
    cookies,
    headers: { 'content-type': requested.valid ? type : (requested.type ?? type) },
    body: new Uint8Array(bytes),
  });
  const location = response.headers.get('location') ?? '';
  const error = new URL(location, getEnv().appUrl).searchParams.get('error');
  tallies.count(name, error ?? response.status, performance.now() - start, requested.valid);
  expect(response.status).toBe(303);
  expect(await response.text()).toBe('');
  expect(location).toMatch(/^(\/(?!\/)|http:\/\/localhost:3000\/)[!-~]*$/);
  expect(error ?? '').not.toMatch(/internal|unavailable|upstream|not_configured/);
  if (requested.valid) expect({ error, location }).toMatchObject({ error: null });
  if (error && requested.type === null) checkKept(form, pairs, response, error);
  if (name === wizardStep && requested.type === null)
    await checkDraft(pairs, params?.paso ?? '', cookies, response);
}

/** Checks that the page shows the typed values again, except passwords and codes. */
function checkKept(
  { keep }: PageForm,
  pairs: [string, string][],
  response: Response,
  error: string,
) {
  const typed = Object.fromEntries(pairs.map(([name, value]) => [name, value.toWellFormed()]));
  const remaining = Object.entries(typed).filter(([name]) => isKept(name));
  const isKept = (name: string) =>
    keep.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name));
  const small = JSON.stringify(typed).length < 1500;
  if (remaining.length === 0 || !small || /csrf_invalid|payload_too_large|forbidden/.test(error))
    return;
  const flash = parseFlash(cookiesOf(response).formulario);
  expect(flash?.values).toMatchObject(Object.fromEntries(remaining));
}

/** Checks that the wizard keeps refused values in the draft. */
async function checkDraft(
  pairs: [string, string][],
  paso: string,
  cookies: Record<string, string>,
  response: Response,
) {
  const stored = Object.entries({ ...cookies, ...cookiesOf(response) });
  const [, token] = stored.findLast(([name]) => name.startsWith('borrador-')) ?? [];
  const key = keyOfToken(token);
  const { attempt } = (key && (await findDraft(getDb().read, key, place.world.now()))) || {};
  if (!attempt || attempt.step !== paso) return;
  const typed = Object.fromEntries(pairs.map(([name, value]) => [name, value.toWellFormed()]));
  const fields = fieldsOf(paso).filter((name) => Object.hasOwn(typed, name));
  for (const name of fields) expect(attempt.values[name]).toBe(typed[name]?.slice(0, 6000));
}

describe.each(forms.map((form) => [form.path, form] as const))('the form %s', (name, form) => {
  test('is answered with a redirect, accepts what is valid and keeps what was typed', async () => {
    await fuzz(post, (requested) => tryOut(form, requested), { file, name, runs });
    const { valid = 0, accepted = 0 } = tallies.of(name) ?? {};
    expect(accepted).toBe(valid);
  });
});

test('every fuzz target is a form', () => {
  const paths = forms.map(({ path }) => path);
  expect(Object.keys(targets).filter((name) => !paths.includes(name))).toEqual([]);
});

function changed(form: Record<string, string>, changes: Post['changes']): [string, string][] {
  let pairs = Object.entries(form);
  for (const { how: options, at, name, text } of changes) {
    const n = at % Math.max(pairs.length, 1);
    const field = pairs[n];
    if (options === 'add' || !field) pairs.push([name, text]);
    else if (options === 'replace') pairs[n] = [field[0], text];
    else if (options === 'twice') pairs.push([field[0], text]);
    else if (options === 'remove') pairs = pairs.filter((_, i) => i !== n);
  }
  return pairs;
}

function encode(pairs: [string, string][], { file }: Filled) {
  if (file)
    return multipart(
      { ...Object.fromEntries(pairs), [file]: samples.pdf.toString('latin1') },
      file,
    );
  const safe = pairs.map(([name, value]) => [name, value.toWellFormed()]);
  const bytes = Buffer.from(new URLSearchParams(safe).toString());
  return { type: 'application/x-www-form-urlencoded', bytes };
}

function paramsOf({ params }: Filled, text: string | null) {
  if (!params || text === null) return params;
  return Object.fromEntries(Object.keys(params).map((name) => [name, text.toWellFormed()]));
}

function addressOf(name: string, params: Record<string, string> = {}): string {
  return name.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(params[key] ?? '') || '%20');
}

function cookiesFor({ operation: { auth } }: PageForm, { cookies }: Filled) {
  const own = auth === 'admin' ? place.admin.cookies : place.owner.cookies;
  return { ...(auth === 'guest' ? {} : own), ...cookies };
}

function other({ session }: Post): Record<string, string> {
  if (session === 'other') return place.other.cookies;
  const forged = { borrador: 'a.b', restablecer: '%00', formulario: 'AAAA', service_session: 'x' };
  if (session === 'forged') return forged;
  return session === 'none' ? { service_session: '' } : {};
}
