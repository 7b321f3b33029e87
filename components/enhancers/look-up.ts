import { isCompanyRut, readTenderId } from '#lib/domain/marketplace/rules.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

type Look = (input: HTMLInputElement, text: string, signal: AbortSignal) => Promise<void>;

/** Asks Mercado Público about a field (`data-look-up`). Changes no typed text, delays no form. */
export function lookUp(signal: AbortSignal): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-look-up]')) {
    const look = looks[input.dataset.lookUp ?? ''];
    if (!look) continue;
    const about = input.dataset.lookUp;
    let last = new AbortController();
    let asked = about === 'tender' ? '' : plainText(input.value).trim();
    const ask = () => {
      const text = plainText(input.value).trim();
      if (text === asked) return;
      asked = text;
      last.abort();
      last = new AbortController();
      look(input, text, last.signal).catch(() => undefined);
    };
    signal.addEventListener('abort', () => last.abort());
    // An id that the wizard was opened for waits in its field.
    ask();
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, 250);
    };
    input.addEventListener('input', later, { signal });
  }
}

const looks: Record<string, Look> = {
  tender: async (input, text, signal) => {
    const line = lineUnder(input);
    line.replaceChildren();
    const parsed = readTenderId(text);
    if (!parsed.ok) return;
    line.textContent = 'Buscando en Mercado Público…';
    try {
      const { data, message } = await read('/api/validate-licitacion?id=', parsed.code.id, signal);
      const { nombre = '', organismo = '', fechaCierre } = data ?? {};
      const { calmName, calmTitle } = await import('#lib/platform/chile/names.ts');
      const parts = [
        calmTitle(nombre),
        calmName(organismo),
        fechaCierre && `Cierre: ${formatDate(fechaCierre)}`,
      ];
      line.textContent = message ?? data?.warning ?? parts.filter(Boolean).join('. ');
    } catch {
      if (!signal.aborted) line.replaceChildren();
    }
  },
  buyers: async (input, text, signal) => {
    if (text.length < 2) return;
    const { data } = await read('/api/organismos/buscar?q=', text, signal);
    const { calmName } = await import('#lib/platform/chile/names.ts');
    const id = `${input.id}-list`;
    const list = document.getElementById(id) ?? document.createElement('datalist');
    list.id = id;
    list.replaceChildren(
      ...(data?.organismos ?? []).map(
        ({ nombreOrganismo }) => new Option(calmName(nombreOrganismo)),
      ),
    );
    input.after(list);
    input.setAttribute('list', id);
  },
  supplier: async (input, text, signal) => {
    const line = lineUnder(input);
    line.replaceChildren();
    const rut = parseRut(text);
    const name = input.form?.querySelector<HTMLInputElement>('[name^=nombreEmpresa]');
    // The RUT of a person is personal data: it stays in the browser.
    if (!rut || !isCompanyRut(rut) || !name) return;
    const { data } = await read('/api/buscar-proveedor?rut=', rut, signal);
    const found = data?.proveedores?.[0]?.nombre;
    if (!found || found === name.value.trim()) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'btn btn-quiet btn-compact -ml-3';
    button.textContent = 'Usar este nombre';
    button.addEventListener('click', () => {
      name.value = found;
      line.replaceChildren();
      name.focus();
    });
    const named = `En Mercado Público, ese RUT es de ${found}.`;
    line.replaceChildren(named, document.createElement('br'), button);
  },
};

type Reply = {
  message?: string;
  data?: {
    warning?: string;
    nombre?: string;
    organismo?: string;
    fechaCierre?: string;
    organismos?: { nombreOrganismo: string }[];
    proveedores?: { nombre: string }[];
  } | null;
};

async function read(address: string, value: string, signal: AbortSignal): Promise<Reply> {
  const response = await fetch(address + encodeURIComponent(value), { signal });
  return response.ok ? response.json() : {};
}

function lineUnder(input: HTMLInputElement): HTMLElement {
  const id = `${input.id}-found`;
  const found = document.getElementById(id);
  if (found) return found;
  const line = document.createElement('p');
  line.id = id;
  line.role = 'status';
  line.className = 'mt-2 text-sm text-ink-soft empty:hidden';
  input.parentElement?.append(line);
  return line;
}
