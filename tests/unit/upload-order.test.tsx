import { expect, test } from 'vitest';
import { UploadField } from '#components/uploads/upload-field.tsx';
import { UploadForm } from '#components/uploads/upload-form.tsx';
import { AttachedFiles } from '#components/wizard/attached-files.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';
import { uploadsForTest } from '#tests/support/upload-window.ts';

const { draw } = browserWindowForTest();
const { answers, choose, reply } = uploadsForTest();

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
  const stored = (field: string) =>
    [...document.querySelectorAll(`#${field} li .font-semibold`)].map((item) => item.textContent);
  for (const [field, name] of [
    ['bases', 'c.pdf'],
    ['otros', 'd.pdf'],
    ['bases', 'a.pdf'],
    ['otros', 'b.pdf'],
  ] as const) {
    await choose(field, { [name]: 10 });
    await reply(200);
  }
  expect(stored('bases')).toEqual(['bases.pdf', 'c.pdf', 'a.pdf']);
  expect(stored('otros')).toEqual(['otros.pdf', 'd.pdf', 'b.pdf']);
});
