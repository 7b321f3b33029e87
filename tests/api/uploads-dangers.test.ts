import { beforeAll, describe, expect, test } from 'vitest';
import { dangerous, harmless } from '#tests/support/dangerous-files.ts';
import { ask, form, leftovers, postProxy, put } from '#tests/support/upload-client.ts';
import { type Cookies, makeCompany, refused, sendForm, uploadForm } from '#tests/support/vault.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
let cookies: Cookies;

describe('what a file carries', () => {
  beforeAll(async () => {
    world = createWorld({ RATE_LIMITS: 'off' });
    cookies = await makeCompany();
  });

  test.each(Object.entries(dangerous))(
    '%s is refused at every door',
    async (_, { bytes, name }) => {
      const answer = await postProxy(form(bytes, name));
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_file' } });
      expect((await put((await ask(name)).presignedUrl, bytes)).status).toBe(400);
      const vault = uploadForm({ category: 'e_rut' }, { bytes, name });
      expect(await refused(sendForm(cookies, vault))).toMatchObject({ error: 'invalid_file' });
      expect(leftovers(world.dataDir)).toEqual({ files: 0, temp: 0 });
    },
  );

  test.each(Object.entries(harmless))('%s is taken', async (_, { bytes, name }) => {
    expect((await postProxy(form(bytes, name))).status).toBe(200);
  });
});
