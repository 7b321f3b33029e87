import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ListTable } from '#components/list/list-table.tsx';

test('the first link of a row covers the row, and other links lie above it', () => {
  const link = (label: string, href: string | null) => ({
    label,
    cell: () => ({ text: label, href }),
  });
  const columns = [link('Día', null), link('Envío', '/envio'), link('Solicitud', '/solicitud')];
  const html = renderToStaticMarkup(
    <ListTable caption="Envíos" rows={[1]} keyOf={(row) => row} now={0} {...{ columns }} />,
  );
  const classesOf = (href: string) =>
    new RegExp(`<a href="${href}" class="([^"]*)"`).exec(html)?.[1] ?? '';
  expect(classesOf('/envio')).toContain('after:inset-0');
  expect(classesOf('/solicitud')).toContain('relative z-1');
  expect(classesOf('/solicitud')).not.toContain('after:inset-0');
});
