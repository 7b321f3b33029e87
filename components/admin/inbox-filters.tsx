import { Button } from '#components/ui/button.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { leadKindCopy, requestStateCopy } from '#lib/domain/leads/copy.ts';

type Props = {
  values: Record<string, string>;
  advisors: readonly { id: string; email: string }[];
  me: string;
};

/** A plain form: what is looked for is in the address, so that it can be kept and passed on. */
export function InboxFilters({ values, advisors, me }: Props) {
  const narrowed = ['kind', 'state', 'handled', 'assigned', 'from', 'to'].some((n) => values[n]);
  return (
    <search>
      <form method="get" action="/admin" className="grid gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-48 flex-1">
            <TextField
              name="q"
              label="Buscar"
              hint="Nombre, correo, RUT, empresa, licitación o número."
              type="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              defaultValue={values.q}
            />
          </div>
          <Button>Buscar</Button>
        </div>
        <details open={narrowed} className="group">
          <summary className="w-fit cursor-pointer py-2 font-semibold text-brand underline underline-offset-4">
            Filtros
          </summary>
          <div className="mt-2 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <Choice name="kind" label="Tipo" all="Todos" choices={leadKindCopy} values={values} />
            <Choice
              name="state"
              label="Estado de la solicitud"
              all="Todos"
              choices={requestStateCopy}
              values={values}
            />
            <Choice name="handled" label="Atención" all="Todas" choices={handled} values={values} />
            <SelectField
              name="assigned"
              label="Asignada a"
              placeholder="Cualquiera"
              defaultValue={values.assigned}
              options={[
                { value: 'me', label: 'Mí' },
                { value: 'nobody', label: 'Nadie' },
                ...advisors
                  .filter(({ id }) => id !== me)
                  .map(({ id, email }) => ({ value: id, label: email })),
              ]}
            />
            <DateField name="from" label="Desde" defaultValue={values.from} />
            <DateField name="to" label="Hasta" defaultValue={values.to} />
          </div>
          <div className="mt-5 flex flex-wrap gap-3">
            <Button variant="secondary">Aplicar filtros</Button>
          </div>
        </details>
      </form>
    </search>
  );
}

const handled = { no: 'Por atender', yes: 'Atendidas' };

type ChoiceProps = {
  name: string;
  label: string;
  all: string;
  choices: Record<string, string>;
  values: Record<string, string>;
};

function Choice({ name, label, all, choices, values }: ChoiceProps) {
  const options = Object.entries(choices).map(([value, text]) => ({ value, label: text }));
  return (
    <SelectField
      name={name}
      label={label}
      placeholder={all}
      defaultValue={values[name]}
      options={options}
    />
  );
}
