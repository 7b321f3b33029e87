import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DocumentUploads } from '#components/documents/document-uploads.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, find, fire, text } = browserWindowForTest();
type Sent = { url: string; once: unknown; name: unknown };
let sent: Sent[];
/** The answers to come, in order: a status, or 0 for a reply that was lost. */
let answers: number[];

class Sending {
  upload = {};
  status = 0;
  responseText = '';
  url = '';
  onload = () => {};
  onerror = () => {};
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {}
  send(body: FormData) {
    const file = body.get('file') as File;
    sent.push({ url: this.url, once: body.get('once'), name: file.name });
    this.status = answers.shift() ?? 200;
    if (this.status === 0) this.onerror();
    else this.onload();
  }
}

beforeEach(() => {
  sent = [];
  vi.stubGlobal('XMLHttpRequest', Sending);
  vi.stubGlobal('navigator', { onLine: true });
  // Only the window's own can read its forms and hold its files.
  vi.stubGlobal('FormData', Reflect.get(window, 'FormData'));
  vi.spyOn(location, 'assign').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function submit(names: string[]) {
  const { File: WindowFile } = window as unknown as { File: typeof File };
  const files = names.map((name) => new WindowFile(['%PDF-1.7'], name));
  Object.defineProperty(find('[name=file]'), 'files', { value: files, configurable: true });
  await fire('Event', 'submit', { on: document.querySelector('form') });
}
const retries = () =>
  [...document.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Reintentar',
  );

const first = ['a.pdf'];
const third = ['a.pdf', 'b.pdf', 'c.pdf'];
const arrivals = '/api/documents/arrivals';
test.each([
  ['one file whose reply was lost', first, '/documents', [0, 0, 200], 3],
  ['one file that the server failed on', first, '/documents', [500, 502, 200], 3],
  ['several files', third, arrivals, [0, 200, 503, 0], 6],
])(
  'all attempts to upload a file have the same key, which no other file or later choice has: %s',
  async (_, names, url, replies, tries) => {
    answers = [...replies];
    const props = {
      action: '/f',
      endpoint: '/documents',
      next: '/n',
      orderPath: '/o',
      allowsSeveral: true,
    };
    const texts = { label: 'Subir', dropHint: '', maxUploadMb: 1, error: undefined, head: null };
    await draw(
      <DocumentUploads {...props} {...texts}>
        {null}
      </DocumentUploads>,
    );
    await submit(names);
    expect(text()).toContain('no pudimos subirlo');
    while (retries().length > 0) await fire('MouseEvent', 'click', { on: retries()[0] ?? null });
    expect(sent).toHaveLength(tries);
    expect(new Set(sent.map((each) => each.url))).toEqual(new Set([url]));
    const keys = names.map(
      (name) => new Set(sent.flatMap((s) => (s.name === name ? [s.once] : []))),
    );
    expect(keys.map(({ size }) => size)).toEqual(names.map(() => 1));
    expect(new Set(keys.flatMap((key) => [...key])).size).toBe(names.length);
    // A second choice of the same file is another upload.
    await submit(names);
    const again = sent.slice(-names.length).map(({ once }) => once);
    expect(keys.flatMap((key) => [...key]).filter((key) => again.includes(key))).toEqual([]);
  },
);

test('files that still have to be confirmed are not called saved, and a button leads to them', async () => {
  answers = [200, 500, 200];
  await draw(
    <DocumentUploads
      {...{ action: '/f', endpoint: '/documents', next: '/n', orderPath: '/o' }}
      {...{ label: 'Subir', dropHint: '', maxUploadMb: 1, error: undefined, head: null }}
      allowsSeveral
    >
      {null}
    </DocumentUploads>,
  );
  await submit(third);
  expect(text()).toContain('a.pdf: subido, falta confirmarlo.');
  expect(text()).not.toContain('guardado');
  const link = find('a.btn-primary');
  expect(link?.textContent).toBe('Confirmar lo que subió');
  expect(link?.getAttribute('href')).toBe('/o');
  answers = [200];
  await fire('MouseEvent', 'click', { on: retries()[0] ?? null });
  expect(location.assign).toHaveBeenLastCalledWith('/o');
});

test('a single file without a chosen kind is not called saved either', async () => {
  answers = [200];
  await draw(
    <DocumentUploads
      {...{ action: '/f', endpoint: arrivals, next: '/n', orderPath: undefined }}
      {...{ label: 'Subir', dropHint: '', maxUploadMb: 1, error: undefined, head: null }}
      allowsSeveral
    >
      {null}
    </DocumentUploads>,
  );
  await submit(first);
  expect(text()).toContain('a.pdf: subido, falta confirmarlo.');
});
