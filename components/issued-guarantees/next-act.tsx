import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { guaranteePath } from '#lib/domain/alerts/view.ts';
import { needsExtension } from '#lib/domain/issued-guarantees/replacement-rules.ts';
import { guaranteeStatusOf, mayReportNext } from '#lib/domain/issued-guarantees/rules.ts';
import type { Extension, IssuedDetail } from '#lib/domain/issued-guarantees/view.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';

type Props = { record: IssuedDetail; extension: Extension | undefined; now: number };

const REPORT = 'Decir qué pasó';

export function NextAct({ record, extension, now }: Props) {
  const asksExtension = needsExtension(record, now) && !extension?.requestedAt;
  const [text, href] = linkOf(record, extension, now);
  if (!asksExtension && !text) return null;
  const hiddenNumber = (
    <VisuallyHidden>
      {text === REPORT ? ' con' : ' de'} la garantía {formatRequestNumber(record.number)}
    </VisuallyHidden>
  );
  const buttonStyle = 'btn btn-secondary btn-compact relative';
  const openLink = (
    <a href={guaranteePath(record)} className={buttonStyle}>
      Ver{hiddenNumber}
    </a>
  );
  return (
    <EditorsOnly otherwise={openLink}>
      {asksExtension ? (
        <Form action={`${guaranteePath(record)}/prorroga`} className="relative w-fit">
          <Button variant="secondary" compact>
            <span>Pedir prórroga{hiddenNumber}</span>
          </Button>
        </Form>
      ) : (
        <a href={href} className={buttonStyle}>
          {text}
          {hiddenNumber}
        </a>
      )}
    </EditorsOnly>
  );
}

function linkOf(record: IssuedDetail, extension: Extension | undefined, now: number) {
  const path = guaranteePath(record);
  if (needsExtension(record, now)) {
    return ['Ver la solicitud', `/panel/solicitudes/${extension?.requestSubmissionId}`];
  }
  if (guaranteeStatusOf(record, now) === 'vencida') return [REPORT, `${path}#decir`];
  if (record.document) return ['Ver documento', `${path}#documento`];
  const isOpen = record.recordedBy === 'company' && mayReportNext('anulada', record);
  return isOpen ? ['Subir documento', `/panel/garantias/nueva?corrige=${record.id}`] : [];
}
