import { Card } from '#components/ui/card.tsx';
import { SummaryList, type SummaryRow } from '#components/ui/summary-list.tsx';

type Props = { sections: readonly { title: string; rows: readonly SummaryRow[] }[] };

export function SummaryCards({ sections }: Props) {
  return sections.map(({ title, rows }) => (
    <Card key={title} title={title}>
      <SummaryList rows={rows} />
    </Card>
  ));
}
