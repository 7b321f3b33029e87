import { type AuditAction, auditCopy } from '#lib/domain/audit/copy.ts';
import { capitalise } from '#lib/platform/chile/format.ts';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';

const otherLabel = 'Otras';

/** The label of a group of actions, by the first word of the action's name. */
const groupLabels: Record<string, string> = {
  ...{ account: 'Cuentas', email: 'Cuentas', password: 'Cuentas', google: 'Cuentas' },
  ...{ person: 'Borrados y copias de datos', export: 'Borrados y copias de datos' },
  ...{ session: 'Ingresos', sessions: 'Ingresos', login: 'Ingresos', factor: 'Ingresos' },
  ...{ code: 'Ingresos', access: 'Ingresos' },
  ...{ lead: 'Solicitudes y mensajes', leads: 'Solicitudes y mensajes' },
  ...{ request: 'Solicitudes y mensajes', conditions: 'Solicitudes y mensajes' },
  booking: 'Solicitudes y mensajes',
  ...{ payment: 'Pagos', payments: 'Pagos' },
  ...{ guarantee: 'Garantías', guarantees: 'Garantías' },
  ...{ document: 'Documentos', upload: 'Documentos', folder: 'Documentos' },
  ...{ share: 'Enlaces compartidos', link: 'Enlaces compartidos' },
  ...{ company: 'Empresas' },
  ...{ delivery: 'Envíos', deliveries: 'Envíos' },
};

function groupLabelOf(action: string): string {
  const [noun = ''] = action.split('.');
  // These actions are about requested documents. The stored trail keeps this earlier name for them.
  if (noun === 'papers') return 'Solicitudes y mensajes';
  return groupLabels[noun] ?? otherLabel;
}

/** Shorter words are a part of nearly every text. */
const MIN_WORDS_LENGTH = 3;

/** Lists the acts whose text, as the audit shows it, contains the words in any case. */
export function listActions(words: string): AuditAction[] {
  const typedText = withoutAccents(words.trim());
  if (typedText.length < MIN_WORDS_LENGTH) return [];
  const actions = Object.keys(auditCopy) as AuditAction[]; // Object.keys returns strings.
  return actions.filter((action) => withoutAccents(auditCopy[action][1]).includes(typedText));
}

type Choice = { value: string; label: string };

export function actionGroups(): { label: string; options: Choice[] }[] {
  const options = Object.entries(auditCopy).map(([value, [, text]]) => ({
    value,
    label: capitalise(text),
  }));
  const byLabel = (a: { label: string }, b: { label: string }) =>
    a.label.localeCompare(b.label, 'es');
  const groups = Map.groupBy(options, ({ value }) => groupLabelOf(value));
  const labels = [...groups.keys()].filter((label) => label !== otherLabel);
  const sorted = labels.sort((a, b) => a.localeCompare(b, 'es'));
  return [...sorted, otherLabel].flatMap((label) => {
    const groupOptions = groups.get(label);
    return groupOptions ? [{ label, options: groupOptions.sort(byLabel) }] : [];
  });
}
