import type { ReactNode } from 'react';
import { Things } from '#components/admin/things.tsx';
import { Section } from '#components/ui/section.tsx';
import type { AffectedThing } from '#lib/domain/erasure/view.ts';

type Props = {
  title: string;
  things: readonly AffectedThing[];
  none?: string;
  /** List items on what goes or stays besides the listed things. */
  children: ReactNode;
};

export function ThingSection({ title, things, none, children }: Props) {
  return (
    <Section title={title}>
      {things.length > 0 ? <Things things={things} /> : none && <p>{none}</p>}
      <ul className="mt-4 grid list-disc gap-1.5 pl-5">{children}</ul>
    </Section>
  );
}
