import { IssuedList, type Listed } from '#components/issued/issued-list.tsx';
import { Card } from '#components/ui/card.tsx';

type Props = {
  asked: number;
  guarantees: readonly (Listed & { href: string })[];
  now: number;
};

export function RequestGuarantees({ asked, guarantees, now }: Props) {
  if (guarantees.length === 0) return null;
  const progress = `${guarantees.length} de ${asked} emitidas`;
  return (
    <Card
      id="garantias"
      title={asked === 1 ? 'Tu garantía' : 'Tus garantías'}
      aside={asked > 1 && <p className="font-semibold">{progress}</p>}
    >
      <IssuedList rows={guarantees} hrefOf={({ href }) => href} now={now} />
    </Card>
  );
}
