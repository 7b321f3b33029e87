import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { guaranteePath } from '#lib/domain/alerts/view.ts';
import { guaranteeStatusOf, mayFollow } from '#lib/domain/issued-guarantees/rules.ts';
import type { IssuedDetail } from '#lib/domain/issued-guarantees/view.ts';
import { requestNumber } from '#lib/platform/chile/format.ts';

type Props = { record: IssuedDetail; now: number };

export function NextAct({ record, now }: Props) {
  const [text, href] = actOf(record, now);
  if (!text) return null;
  const hiddenNumber = (
    <VisuallyHidden> de la garantía {requestNumber(record.number)}</VisuallyHidden>
  );
  const buttonStyle = 'btn btn-secondary btn-compact relative';
  const open = (
    <a href={guaranteePath(record)} className={buttonStyle}>
      Ver{hiddenNumber}
    </a>
  );
  return (
    <EditorsOnly otherwise={open}>
      <a href={href} className={buttonStyle}>
        {text}
        {hiddenNumber}
      </a>
    </EditorsOnly>
  );
}

function actOf(record: IssuedDetail, now: number) {
  const state = guaranteeStatusOf(record, now);
  if (state === 'vencida') return ['Decir qué pasó', `${guaranteePath(record)}#decir`];
  if (state === 'por_vencer') return ['Pedir prórroga', `${guaranteePath(record)}#otra`];
  if (record.document) return ['Ver documento', `${guaranteePath(record)}#documento`];
  const isOpen = record.recordedBy === 'company' && mayFollow('anulada', record);
  return isOpen ? ['Subir documento', `/panel/garantias/nueva?corrige=${record.id}`] : [];
}
