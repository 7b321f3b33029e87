import { IssuedList, type ListedGuarantee } from '#components/issued/issued-list.tsx';
import { Card } from '#components/ui/card.tsx';

type Props = {
  /** How many the request asked for. */
  asked: number;
  guarantees: readonly (ListedGuarantee & { href: string })[];
  now: number;
};

/** What was issued for a request; nothing while there is none. */
export function RequestGuarantees({ asked, guarantees, now }: Props) {
  if (guarantees.length === 0) return null;
  return (
    <Card
      id="garantias"
      title={asked === 1 ? 'Tu garantía' : 'Tus garantías'}
      aside={
        asked > 1 && (
          <p className="font-semibold">
            {guarantees.length} de {asked} emitidas
          </p>
        )
      }
    >
      <IssuedList guarantees={guarantees} now={now} />
    </Card>
  );
}
