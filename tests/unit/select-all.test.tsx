import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { AllLeadsBox } from '#components/admin/inbox/all-leads-box.tsx';
import { AllDocuments } from '#components/documents/all-documents.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, fire } = browserWindowForTest();
const box = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
const click = (on: Element | null, shiftKey = false) =>
  fire('MouseEvent', 'click', { on, shiftKey });

const files = ['a', 'b', 'c', 'd'];
describe.each<[string, ReactNode, string]>([
  [
    'documents',
    <AllDocuments key="d" fileIds={files} isChosen={false} otherTitles={[]} />,
    '[name="todos"]',
  ],
  [
    'leads',
    <AllLeadsBox key="l" names={files.map((id) => `doc-${id}`)} />,
    '[aria-label="Elegir todas"]',
  ],
])('the box for all %s', (_, all, selector) => {
  const rendered = (ticked: string[] = []) =>
    draw(
      <form>
        {all}
        {files.map((id) => (
          <input key={id} type="checkbox" name={`doc-${id}`} defaultChecked={ticked.includes(id)} />
        ))}
        <input type="checkbox" name="other" />
      </form>,
    );
  const allBox = () => document.querySelector<HTMLInputElement>(selector);
  const ticked = () => [
    ...(allBox()?.checked ? ['all'] : []),
    ...[...files, 'other'].filter((id) => box(id === 'other' ? id : `doc-${id}`)?.checked),
  ];

  test('is ticked exactly while every single box is ticked', async () => {
    await rendered(['a']);
    expect(ticked()).toEqual(['a']);
    for (const id of ['b', 'c']) await click(box(`doc-${id}`));
    expect(ticked()).toEqual(['a', 'b', 'c']);
    await click(box('doc-d'));
    expect(ticked()).toEqual(['all', 'a', 'b', 'c', 'd']);
    await click(box('doc-b'));
    expect(ticked()).toEqual(['a', 'c', 'd']);
  });

  test('ticks and unticks every single box, and no other box', async () => {
    await rendered(['b']);
    await click(allBox());
    expect(ticked()).toEqual(['all', 'a', 'b', 'c', 'd']);
    await click(allBox());
    expect(ticked()).toEqual([]);
  });

  test('follows a range that is ticked with Shift, in both directions', async () => {
    await rendered();
    await click(box('doc-b'));
    await click(box('doc-d'), true);
    expect(ticked()).toEqual(['b', 'c', 'd']);
    await click(box('doc-a'), true);
    expect(ticked()).toEqual(['all', 'a', 'b', 'c', 'd']);
  });

  test('is ticked from the start if every single box is', async () => {
    await rendered(files);
    expect(ticked()).toEqual(['all', ...files]);
  });
});
