import { PasswordField } from '#components/forms/password-field.tsx';
import { TypedDateField } from '#components/forms/typed-date-field.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { unseenIfViewOnlyText } from '#lib/domain/share-links/copy.ts';
import {
  lastLinkDay,
  MAX_LINK_DAYS,
  MAX_LINK_NOTE_LENGTH,
  MAX_OPENINGS,
  MIN_PASSWORD_LENGTH,
} from '#lib/domain/share-links/rules.ts';

type Props = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** The link that is edited, or undefined for a new one. */
  link?: { hasPassword: boolean; openings: number };
};

export function LinkNote({ values, errors }: Props) {
  return (
    <TextArea
      name="recipientNote"
      label="Nota"
      optional
      hint={`La leen al abrir el enlace y en el correo. Hasta ${MAX_LINK_NOTE_LENGTH} letras.`}
      rows={2}
      defaultValue={values.recipientNote}
      error={errors.recipientNote}
    />
  );
}

/** The last day of a link. It replaces the chosen duration. */
export function LinkEnd({ values, errors, today }: Omit<Props, 'link'> & { today: string }) {
  return (
    <TypedDateField
      name="hasta"
      label="O hasta el día"
      optional
      note={`De los próximos ${MAX_LINK_DAYS} días. Termina al final de ese día, hora de Chile.`}
      phrase="Sirve hasta el"
      today={today}
      lastDay={lastLinkDay(today)}
      defaultValue={values.hasta}
      error={errors.hasta}
    />
  );
}

export function LinkPassword({ values, errors, link }: Props) {
  return (
    <div>
      <PasswordField
        name="password"
        label={link?.hasPassword ? 'Contraseña nueva' : 'Contraseña'}
        optional
        hint={`Al menos ${MIN_PASSWORD_LENGTH} caracteres. Díctala por otro medio, por ejemplo por teléfono.`}
        autoComplete="new-password"
        error={errors.password}
      />
      {errors.password && (
        <>
          <input type="hidden" name="exigida" value="si" />
          <Checkbox
            name="sinClave"
            label={link ? 'Dejar la contraseña como estaba' : 'Crear el enlace sin contraseña'}
          />
        </>
      )}
      {link?.hasPassword && (
        <Checkbox
          name="quitarClave"
          label="Quitar la contraseña"
          defaultChecked={values.quitarClave !== undefined}
        />
      )}
    </div>
  );
}

/** Offers a mail at the first opening, until a link was opened. */
export function LinkNotice({ values, errors, link }: Props) {
  if (link && link.openings > 0) {
    return values.notify && <input type="hidden" name="notify" value="si" />;
  }
  return (
    <Checkbox
      name="notify"
      label="Avísame por correo la primera vez que lo abran"
      defaultChecked={values.notify !== undefined}
      error={errors.notify}
    />
  );
}

/** Shows rarely used settings, folded until one of them is filled in or wrong. */
export function LinkOptions({
  values,
  errors,
  link,
  fileNames = [],
}: Props & { fileNames?: readonly string[] }) {
  const unseenText = unseenIfViewOnlyText(fileNames);
  return (
    <details
      className="rounded-lg border border-line bg-surface px-5 py-3"
      open={hasExtras(values, errors)}
    >
      <summary className="cursor-pointer py-2 font-semibold">Más opciones</summary>
      <div className="grid gap-6 pt-3 pb-4">
        <TextField
          name="label"
          label="Nombre del enlace"
          optional
          hint="Para reconocerlo en tu lista. Quien lo abre también lo ve."
          maxLength={120}
          defaultValue={values.label}
          error={errors.label}
        />
        <Checkbox
          name="emailCode"
          label="Pedir un código que llega a su correo"
          hint={`Escribe arriba el correo${link ? '' : ' de cada uno'}: solo quien lo lee puede abrir su enlace.`}
          defaultChecked={values.emailCode !== undefined}
          error={errors.emailCode}
        />
        <TextField
          name="maxOpenings"
          label="Máximo de visitas"
          optional
          hint={`De 1 a ${MAX_OPENINGS}. Cada visita de media hora es una, por muchos archivos que se vean en ella.`}
          inputMode="numeric"
          width="short"
          defaultValue={values.maxOpenings}
          error={errors.maxOpenings}
        />
        <Checkbox
          name="viewOnly"
          label="Solo ver"
          hint="Sin botón para descargar: se dibuja en la página, con la hora y, si pides un código, el correo de quien lo ve. No impide una foto de la pantalla, ni que un programa copie el archivo original."
          defaultChecked={values.viewOnly !== undefined}
          error={errors.viewOnly}
        />
        {unseenText && <Notice tone="warning">{unseenText}</Notice>}
      </div>
    </details>
  );
}

const extras = ['label', 'emailCode', 'maxOpenings', 'viewOnly'];

function hasExtras(values: Record<string, string>, errors: Record<string, string>): boolean {
  return extras.some((name) => values[name] || errors[name]);
}
