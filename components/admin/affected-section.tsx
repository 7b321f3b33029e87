import type { ReactNode } from 'react';
import { AffectedList } from '#components/admin/affected-list.tsx';
import { Section } from '#components/ui/section.tsx';
import type { AffectedRecord } from '#lib/domain/erasure/view.ts';

type Props = {
  title: string;
  records: readonly AffectedRecord[];
  none?: string;
  /** List items about what is erased or stays beside the listed records. */
  children: ReactNode;
};

export function AffectedSection({ title, records, none, children }: Props) {
  return (
    <Section title={title}>
      {records.length > 0 ? <AffectedList records={records} /> : none && <p>{none}</p>}
      <ul className="mt-4 grid list-disc gap-1.5 pl-5">{children}</ul>
    </Section>
  );
}
