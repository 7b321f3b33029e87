import type { checkParts } from '#lib/domain/health/reads.ts';

type Parts = Awaited<ReturnType<typeof checkParts>>;
type Part = { label: string; text: string; isDown: boolean };

const diskCopy: Record<Parts['disk'], string> = {
  ok: 'Hay espacio',
  low: 'Queda poco espacio: menos de 512 MB',
  full: 'Está lleno: nada nuevo se guarda',
};
const scannerCopy: Record<Parts['scanner'], string> = {
  ready: 'Responde',
  unreachable: 'No responde: los archivos nuevos esperan su revisión',
  off: 'No hay uno configurado: los archivos se guardan sin revisar',
};

/** Describes each part that a check found, for the page of operators. */
export function partsOf({ database, storage, disk, scanner, missing }: Parts): Part[] {
  return [
    {
      label: 'Base de datos',
      text: database ? 'Lee y escribe' : 'No responde',
      isDown: !database,
    },
    {
      label: 'Almacén de archivos',
      text: storage ? 'Responde' : 'No responde',
      isDown: !storage,
    },
    { label: 'Disco', text: diskCopy[disk], isDown: disk === 'full' },
    { label: 'Antivirus', text: scannerCopy[scanner], isDown: scanner === 'unreachable' },
    {
      label: 'Ajustes',
      text: missing.length > 0 ? `Faltan: ${missing.join(', ')}` : 'Están todos',
      isDown: missing.length > 0,
    },
  ];
}

/** Returns `Todo funciona`, or what does not. */
export function statusTitle(parts: readonly Part[], dead: number): string {
  const down = parts.filter(({ isDown }) => isDown).map(({ label }) => label.toLowerCase());
  if (dead > 0) down.push('envíos');
  if (down.length === 0) return 'Todo funciona';
  return `Revisa: ${new Intl.ListFormat('es-CL').format(down)}`;
}
