import { Button } from '#components/ui/button.tsx';
import { FieldError } from '#components/ui/field-error.tsx';
import { describedBy } from '#components/ui/field-id.ts';
import { requestStateCopy } from '#lib/domain/requests/leads/copy.ts';
import {
  type assignBody,
  MAX_STATE_REASON_LENGTH,
  type stateBody,
} from '#lib/domain/requests/team/schema.ts';
import { templates } from '#lib/domain/requests/team/template-copy.ts';
import type { Advisor } from '#lib/domain/requests/team/view.ts';
import type { FieldName } from '#lib/platform/operations/field-name.ts';

type Props = {
  advisors: readonly Advisor[];
  me: string;
  /** The search params of the list, with their question mark. */
  backSearchParams: string;
  typed: Record<string, string>;
  errors: Record<string, string>;
};

type Name = FieldName<typeof assignBody | typeof stateBody>;
const fields: Name[] = ['assignedTo', 'state', 'reason'];

export function hasBulkBarError(errors: Record<string, string>): boolean {
  return fields.some((name) => errors[name]);
}

/** Changes all chosen leads. On phones the field for a reason appears once a state is chosen. */
export function BulkBar({ advisors, me, backSearchParams, typed, errors }: Props) {
  const field = (name: Name) => ({
    id: name,
    name,
    className: selectStyle,
    autoFocus: Boolean(errors[name]),
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': describedBy(name, { error: errors[name] }),
  });
  return (
    <section
      aria-label="Con las elegidas"
      data-for="chosen"
      className="sticky bottom-0 z-3 rounded-b-lg border border-line bg-surface px-4 py-2 shadow-raised"
    >
      <div className="items-center gap-x-6 lg:flex">
        <span className="chosen font-semibold" />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-1 py-1">
          <fieldset className="flex gap-2">
            <select
              {...field('assignedTo')}
              aria-label="Asignar"
              defaultValue={typed.assignedTo ?? me}
            >
              <option value={me}>A mí</option>
              {advisors
                .filter(({ id }) => id !== me)
                .map(({ id, email, name }) => (
                  <option key={id} value={id}>
                    A {name ?? email}
                  </option>
                ))}
              <option value="">A nadie</option>
            </select>
            <Button compact id="asignar">
              Asignar
            </Button>
          </fieldset>
          <Button
            variant="secondary"
            compact
            formAction={`/admin/atendidas${backSearchParams}`}
            id="atender"
          >
            Marcar como atendidas
          </Button>
          <fieldset className="flex gap-2">
            <select {...field('state')} aria-label="Estado nuevo" defaultValue={typed.state}>
              <option value="">Estado nuevo</option>
              {Object.entries(moves).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <Button
              variant="secondary"
              compact
              id="mover"
              formAction={`/admin/estados${backSearchParams}`}
            >
              Cambiar estado y avisar
            </Button>
          </fieldset>
        </div>
      </div>
      <div className="items-center gap-x-4 py-1 max-lg:[section:has([name=state]>[value='']:checked)_&]:hidden lg:flex">
        <label htmlFor="reason" className="shrink-0 text-sm font-semibold">
          Motivo, en el correo a cada una
        </label>
        <input
          {...field('reason')}
          className="control min-h-11! min-w-0 px-2! py-1! text-sm"
          placeholder="Escríbelo, o elige una plantilla de la lista"
          list="motivos"
          autoComplete="off"
          maxLength={MAX_STATE_REASON_LENGTH}
          defaultValue={typed.reason}
        />
        <datalist id="motivos">
          {reasonTemplates.map(({ id, label, text }) => (
            <option key={id} value={text} label={label} />
          ))}
        </datalist>
      </div>
      <div role="alert">
        {fields.map(
          (name) => errors[name] && <FieldError key={name} {...{ name, message: errors[name] }} />,
        )}
      </div>
    </section>
  );
}

const reasonTemplates = templates.filter(({ state }) => state === 'rechazada');

/**
 * States to which a lead can be moved. `recibida` is the initial state, and `emitida` follows from
 * recorded guarantees.
 */
const { recibida: _, emitida: __, ...moves } = requestStateCopy;

const selectStyle = 'control min-h-11! w-36! appearance-auto! px-2! py-1! text-sm';
