import { expect, test } from 'vitest';
import { UploadField } from '#components/uploads/upload-field.tsx';
import { UploadForm } from '#components/uploads/upload-form.tsx';
import { AttachedFiles } from '#components/wizard/attached-files.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';
import { uploadsForTest } from '#tests/support/upload-window.ts';

const { draw } = browserWindowForTest();
const { answers, choose, reply } = uploadsForTest();

const keptIn = (field: string) =>
  [...document.querySelectorAll(`#${field} li .font-semibold`)].map((one) => one.textContent);

test('a file that is chosen twice stands in the list once, and the page says so', async () => {
  await draw(
    <UploadForm action="/guardar" goOn="Continuar" maySaveEach>
      <section id="bases">
        <UploadField type="bases" name="bases" label="Bases" maxUploadMb={1} hasStored>
          <AttachedFiles
            kind="bases"
            storedFiles={[{ id: '/archivo/1', name: 'a.pdf', size: 10 }]}
            viewPath="/ver"
          />
        </UploadField>
      </section>
    </UploadForm>,
  );
  expect(document.body.textContent).toContain('Agregar otro');
  expect(document.body.textContent).not.toContain('Sin archivos');
  const url = { value: 'http://localhost/admin/leads/7' };
  answers.fetched = () => Object.defineProperty(new Response('x'), 'url', url);
  for (let times = 0; times < 2; times += 1) {
    await choose('bases', { 'a.pdf': 10 });
    await reply(200);
    expect(keptIn('bases')).toEqual(['a.pdf']);
  }
  expect(document.body.textContent).toContain('Ya lo adjuntaste');
});

test('kept files of a field stand in the order in which they came, after those of before', async () => {
  const fields = ['bases', 'otros'];
  const files = (field: string) => [{ id: `/archivo/${field}.pdf`, name: `${field}.pdf`, size: 1 }];
  await draw(
    <UploadForm action="/guardar" goOn="Continuar" maySaveEach>
      {fields.map((field) => (
        <section key={field} id={field}>
          <AttachedFiles kind={field} storedFiles={files(field)} viewPath="/ver" />
          <UploadField type={field} name={field} label={field} maxUploadMb={1} />
        </section>
      ))}
    </UploadForm>,
  );
  const url = { value: 'http://localhost/admin/leads/7' };
  answers.fetched = () => Object.defineProperty(new Response('x'), 'url', url);
  for (const [field, name] of [
    ['bases', 'c.pdf'],
    ['otros', 'd.pdf'],
    ['bases', 'a.pdf'],
    ['otros', 'b.pdf'],
  ] as const) {
    await choose(field, { [name]: 10 });
    await reply(200);
  }
  expect(keptIn('bases')).toEqual(['bases.pdf', 'c.pdf', 'a.pdf']);
  expect(keptIn('otros')).toEqual(['otros.pdf', 'd.pdf', 'b.pdf']);
});
