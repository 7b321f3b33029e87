'use client';

import { Checkbox } from '#components/ui/checkbox.tsx';
import { useTickAll } from '#components/ui/use-tick-all.ts';

type Props = {
  fileIds: readonly string[];
  isChosen: boolean;
  /** Titles of documents that are not chosen yet. */
  otherTitles: readonly string[];
};

/** Chooses all documents without a reload, so that typed text stays. */
export function AllDocuments({ fileIds, isChosen, otherTitles }: Props) {
  return (
    <Checkbox
      ref={useTickAll(fileIds.map((fileId) => `doc-${fileId}`))}
      name="todos"
      value={fileIds.join(' ')}
      label={<span className="font-semibold">Todos los que no han vencido</span>}
      hint={`${additionText(fileIds.length, otherTitles)} Si falta o sobra alguno, elige de a uno.`}
      defaultChecked={isChosen}
    />
  );
}

/** Says what the box adds to the documents that are chosen already. */
function additionText(count: number, otherTitles: readonly string[]): string {
  if (otherTitles.length === 0) return `Son ${count}.`;
  const chosenCount = count - otherTitles.length;
  const chosen = chosenCount === 1 ? 'al elegido' : `a los ${chosenCount} elegidos`;
  return `Agrega ${new Intl.ListFormat('es-CL').format(otherTitles)} ${chosen}.`;
}
