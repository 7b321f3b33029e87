import { Button } from '#components/ui/button.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { auditCopy } from '#lib/domain/audit/copy.ts';

type Props = { values: Record<string, string>; errors: Record<string, string> };

export function TrailFilters({ values, errors }: Props) {
  const of = (name: string) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <search>
      <form method="get" action="/admin/auditoria" noValidate className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...of('person')}
          label="Persona"
          hint="Su correo: lo que hizo y lo que le hicieron."
          autoComplete="off"
        />
        <TextField
          {...of('object')}
          label="Qué cosa"
          hint="Número de solicitud, mensaje o garantía; orden de un pago."
          autoComplete="off"
        />
        <SelectField {...of('action')} label="Acción" placeholder="Todas" options={actions} />
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField {...of('from')} label="Desde" />
          <DateField {...of('to')} label="Hasta" />
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button>Buscar</Button>
          <a href="/admin/auditoria" className="inline-block py-2">
            Quitar filtros
          </a>
        </div>
      </form>
    </search>
  );
}

const actions = Object.entries(auditCopy)
  .map(([value, [, told]]) => ({ value, label: told.charAt(0).toUpperCase() + told.slice(1) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'es'));
