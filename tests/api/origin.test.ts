import { describe, expect, test } from 'vitest';
import { publicBody } from '#tests/support/bodies.ts';
import { api } from '#tests/support/call.ts';
import { nothing, rowCounts, submit } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ APP_URL: 'https://resguardo.cl' });

const own = 'https://resguardo.cl';
const foreign = 'https://malo.cl';

describe('a POST', () => {
  test.each([
    ['not from a browser', {}],
    ['from our page', { 'sec-fetch-site': 'same-origin', origin: own }],
    ['from our page, without Origin', { 'sec-fetch-site': 'same-origin' }],
    ['that a person typed', { 'sec-fetch-site': 'none' }],
    ['from an old browser on our page', { origin: own }],
    ['on the address the browser used', { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }],
    ['from a sister site that names our origin', { 'sec-fetch-site': 'same-site', origin: own }],
  ])('%s passes', async (_, headers) => {
    const response = await submit(publicBody, { headers: headers as Record<string, string> });
    expect(response.status).toBe(200);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: foreign }],
    ['another site without Origin', { 'sec-fetch-site': 'cross-site' }],
    ['another site that claims ours', { 'sec-fetch-site': 'cross-site', origin: own }],
    ['a sister site', { 'sec-fetch-site': 'same-site', origin: 'https://otro.resguardo.cl' }],
    ['a sister site without Origin', { 'sec-fetch-site': 'same-site' }],
    ['an old browser elsewhere', { origin: foreign }],
    ['a sandbox or a file', { origin: 'null' }],
    ['nonsense', { origin: '%%%' }],
    ['our name as a subdomain', { origin: 'https://resguardo.cl.malo.cl' }],
    ['our name on another port', { origin: 'https://resguardo.cl:8443' }],
    ['a word nobody knows', { 'sec-fetch-site': 'future-site' }],
  ])('from %s is refused', async (_, headers) => {
    const response = await submit(publicBody, { headers: headers as Record<string, string> });
    expect(response.status).toBe(403);
    expect((await response.json()).error).toBe('csrf_invalid');
    expect(await rowCounts()).toEqual(nothing);
  });
});

test('a GET passes from anywhere', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: foreign };
  expect((await api('/api/csrf-token', { headers })).status).toBe(200);
});
