import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { StepField } from '#components/wizard/step-field.tsx';
import { StepForm } from '#components/wizard/step-form.tsx';
import { TenderNotice } from '#components/wizard/tender-notice.tsx';
import { stepCopy } from '#lib/domain/drafts/copy.ts';
import { sistemaCopy } from '#lib/domain/guarantees/copy.ts';
import { codeProblems } from '#lib/domain/marketplace/copy.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';

export function FieldsScreen({ place, values, errors, ...known }: ScreenProps) {
  const { question, lead, fields } = stepCopy[place.step];
  return (
    <>
      <PageHeading lead={lead}>{question}</PageHeading>
      {place.step === 'institucion' && <TenderNotice tender={known.tender} asked={known.lookUps} />}
      <StepForm place={place}>
        {fields.map((field) => (
          <StepField
            key={field.name}
            field={field}
            value={values[field.name]}
            error={errors[field.name]}
            brought={known.brought[field.name]}
            lookUps={known.lookUps}
          />
        ))}
      </StepForm>
    </>
  );
}

export function ContractTypeScreen({ place, values, errors, openedFor }: ScreenProps) {
  return (
    <StepForm place={place}>
      {openedFor && (
        <>
          <input type="hidden" name="licitacion" value={openedFor} />
          <OpenedFor id={openedFor} />
        </>
      )}
      <RadioGroup
        name="sistemaLicitacion"
        legend={stepCopy.tipo.question}
        legendAsHeading
        options={[
          {
            value: 'chilecompra',
            label: sistemaCopy.chilecompra,
            hint: 'Le vendes al Estado: municipios, hospitales, ministerios.',
          },
          {
            value: 'privados',
            label: sistemaCopy.privados,
            hint: 'Te contrata una empresa: mineras, constructoras, retail.',
          },
        ]}
        defaultValue={values.sistemaLicitacion ?? (openedFor && 'chilecompra')}
        error={errors.sistemaLicitacion}
      />
    </StepForm>
  );
}

function OpenedFor({ id }: { id: string }) {
  const parsed = parseTenderId(id);
  if (parsed.ok) {
    return (
      <Notice>
        <p>Tu solicitud será para la licitación {id}.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title={`Revisa el ID ${id}`}>
      <p>{codeProblems[parsed.problem]} Más adelante puedes cambiarlo.</p>
    </Notice>
  );
}
