import { CalculatorAnswer } from '#components/contact/calculator-answer.tsx';
import type { Offer } from '#components/contact/guarantee-card.tsx';
import { PrivateAnswer } from '#components/contact/private-answer.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { ErrorSummary } from '#components/ui/error-summary.tsx';
import { Form } from '#components/ui/form.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { guideNotice, lawCitation, tenderTypeGroups, utmHint } from '#lib/domain/law/copy.ts';
import { answerTender } from '#lib/domain/law/rules.ts';
import {
  type KnownUtm,
  PRIVATE_TYPE,
  parseTenderQuestion,
  pickCalculatorQuery,
} from '#lib/domain/law/schema.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';

type Props = Offer & {
  query: Record<string, string>;
  /** The UTM that the operator configured, or null if people have to type it. */
  utm: KnownUtm | null;
};

/** Answers "¿Qué garantía me van a pedir?". The form uses GET, so that an answer can be linked. */
export function Calculator({ query: pageQuery, utm, ...offer }: Props) {
  const query =
    utm && !pageQuery.utm?.trim() ? { ...pageQuery, utm: groupAmount(utm.pesos) } : pageQuery;
  const parsed = parseTenderQuestion(query);
  const answer = parsed && answerTender(parsed.question);
  const isPrivate = parsed?.question.type === PRIVATE_TYPE;
  const errors: Record<string, string> = parsed?.errors ?? {};
  const calculation = pickCalculatorQuery(query);
  const answerProps = { ...offer, calculation };
  const isAnswered = parsed && answer && Object.keys(errors).length === 0;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
      <Form method="get" action="/experto#respuesta" className="grid gap-6">
        <SelectField
          name="tipo"
          label="Tipo de licitación"
          hint="Son las letras del ID: 4809-45-LE26 es LE."
          groups={[...tenderTypeGroups, privateGroup]}
          placeholder="No lo sé, u otro"
          defaultValue={parsed?.question.type}
          error={errors.tipo}
          optional
        />
        <TextField
          name="monto"
          label="Monto de la licitación o de tu oferta neta"
          inputMode="decimal"
          width="medium"
          defaultValue={query.monto}
          error={errors.monto}
          optional
        />
        <RadioGroup
          name="unidad"
          legend="Ese monto está en"
          inline
          options={[
            { value: 'pesos', label: 'Pesos' },
            { value: 'UTM', label: 'UTM' },
          ]}
          defaultValue={query.unidad === 'UTM' ? 'UTM' : 'pesos'}
        />
        <TextField
          name="utm"
          label="Valor de la UTM, en pesos"
          hint={
            <>
              {utm && `${utmHint(utm)} `}
              Cambia cada mes: copia el que publica el{' '}
              <a
                href="https://www.sii.cl/valores_y_fechas/index_valores_y_fechas.html"
                rel="noopener"
              >
                Servicio de Impuestos Internos
              </a>
              .{!utm && ' Sin él, te respondemos para cada tramo.'}
            </>
          }
          inputMode="decimal"
          prefix="$"
          width="short"
          defaultValue={query.utm}
          error={errors.utm}
          optional
        />
        <Checkbox
          name="servicio"
          label="Contratan un servicio"
          hint="Aseo, vigilancia, mantención, consultoría y otros."
          defaultChecked={parsed?.question.services}
        />
        <div>
          <Button wide>Ver qué me van a pedir</Button>
        </div>
      </Form>
      <div id="respuesta" className="scroll-mt-4">
        <ErrorSummary title="Falta algo para responderte" errors={errors} />
        {isAnswered && isPrivate && <PrivateAnswer contract={parsed.contract} {...answerProps} />}
        {isAnswered && !isPrivate && (
          <CalculatorAnswer question={parsed.question} answer={answer} utm={utm} {...answerProps} />
        )}
        {!parsed && (
          <p className="rounded-lg bg-sunken p-5 text-ink-soft">
            La respuesta aparece aquí. Con el tipo basta; con el monto sabrás además cuánto.
          </p>
        )}
        <p className="mt-4 text-sm text-ink-soft">
          {guideNotice} <a href={lawCitation.href}>{lawCitation.text}</a>. {lawCitation.checked}.
        </p>
      </div>
    </div>
  );
}

const privateGroup = {
  label: 'Sin licitación',
  options: [{ value: PRIVATE_TYPE, label: 'Contrato entre privados' }],
};
