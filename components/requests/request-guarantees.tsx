import { type GuaranteeRow, IssuedList } from '#components/issued-guarantees/issued-list.tsx';
import { Section } from '#components/ui/section.tsx';

type Props = {
  requested: number;
  guarantees: readonly (GuaranteeRow & { href: string })[];
  now: number;
};

export function RequestGuarantees({ requested, guarantees, now }: Props) {
  if (guarantees.length === 0) return null;
  const progress = `${guarantees.length} de ${requested} emitidas`;
  return (
    <Section
      id="garantias"
      title={requested === 1 ? 'Tu garantía' : 'Tus garantías'}
      aside={requested > 1 && <p className="font-semibold">{progress}</p>}
    >
      <IssuedList rows={guarantees} hrefOf={({ href }) => href} now={now} />
    </Section>
  );
}
