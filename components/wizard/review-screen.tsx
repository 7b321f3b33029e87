import { Captcha } from '#components/forms/captcha.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { guaranteeRows, guaranteeTitle } from '#components/wizard/guarantee-rows.ts';
import { reviewSections } from '#components/wizard/review-rows.ts';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { TenderNotice } from '#components/wizard/tender-notice.tsx';
import { stepCopy } from '#lib/domain/drafts/copy.ts';

export function ReviewScreen({ answers, errors, captcha, tender }: ScreenProps) {
  const { garantias, contrato, adicional } = answers;
  return (
    <>
      <PageHeading lead="Si algo no está bien, cámbialo antes de enviar.">
        {stepCopy.revisar.question}
      </PageHeading>
      <TenderNotice tender={tender} />
      <div className="grid gap-5">
        {reviewSections(answers).map(({ title, rows }) => (
          <Card key={title} title={title}>
            <SummaryList rows={rows} />
          </Card>
        ))}
        {garantias.map((item, index) => (
          <Card key={item.id} title={guaranteeTitle(item, index, garantias.length)}>
            <SummaryList rows={guaranteeRows(item)} />
          </Card>
        ))}
        <Card title="Documentos">
          <SummaryList
            rows={[
              {
                label: 'Bases o contrato',
                value: contrato?.fileName ?? '',
                changeHref: '/gestiona-tu-garantia/contrato',
              },
              {
                label: 'Otro documento',
                value: adicional?.fileName ?? '',
                changeHref: '/gestiona-tu-garantia/adicional',
              },
            ]}
          />
        </Card>
        <form
          method="post"
          action="/gestiona-tu-garantia/enviar"
          data-once=""
          noValidate
          className="mt-2 grid gap-6"
        >
          <Checkbox
            name="acepto"
            label={
              <>
                Acepto que Resguardo use estos datos para gestionar mi garantía, como explica la{' '}
                <a href="/privacidad" target="_blank" rel="noopener">
                  política de privacidad
                </a>
                .
              </>
            }
            error={errors.acepto}
          />
          {captcha && <Captcha {...captcha} />}
          <div>
            <Button wide>Enviar solicitud</Button>
          </div>
        </form>
      </div>
    </>
  );
}
