import { useRef, useState } from 'react';
import { Canceled, Refused, sendFile } from '#components/uploads/send-file.ts';
import { problemOf, type Status } from '#components/uploads/upload-status.tsx';

/** Input in which a file was chosen, and the kind of upload. */
export type FileChoice = { field: string; type: string; input: HTMLInputElement };

export type Upload = FileChoice & {
  id: number;
  file: File;
  status: Status;
  /** URL that the form submits. */
  url?: string;
  /** True if the upload failed and the form has already warned that it is missing. */
  isMissed?: boolean;
};

type Options = {
  /** Label of the button that sends the form. */
  goOn: string;
  /** Saves an upload in the draft. If it returns false, the form submits the URL. */
  keep?: ((field: string, url: string) => Promise<boolean>) | undefined;
  onMissing: () => void;
};

/** Manages the uploads of a form. In a single-file input a new file replaces the previous. */
export function useUploads({ goOn, keep, onMissing }: Options) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [kept, setKept] = useState<Readonly<Record<string, File>>>({});
  const stops = useRef(new Map<number, AbortController>());
  const before = useRef(Promise.resolve());

  const change = (id: number, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));

  const send = async ({ id, file, field, type, input }: Upload) => {
    const stop = new AbortController();
    stops.current.set(id, stop);
    const isReplaced = () => stops.current.get(id) !== stop;
    const named = (text: string) => (input.multiple ? `${file.name}: ${text}` : text);
    const end = (state: 'done' | 'canceled' | 'refused' | 'failed', message: string, more = {}) => {
      change(id, { status: { state, message }, ...more });
      if (state !== 'done') onMissing();
    };
    const isAgain = (one: Upload) => (input.multiple ? one.id === id : one.field === field);
    setUploads((all) => all.map((one) => (isAgain(one) ? withoutMiss(one) : one)));
    try {
      const problem = problemOf(file, input);
      if (problem) throw new Refused(problem);
      const url = await sendFile(file, type, stop.signal, (sent) => {
        if (!isReplaced()) change(id, { status: { state: 'sending', sent } });
      });
      const isKept = keep ? await keep(field, url) : false;
      if (isReplaced()) return;
      if (isKept) {
        input.value = '';
        setKept((all) => ({ ...all, [field]: file }));
        return end('done', `${file.name} subido. Ya puedes continuar.`);
      }
      const toGo = `${file.name} subido. Se adjunta cuando presiones ${goOn}.`;
      end('done', input.multiple ? named('listo para enviar.') : toGo, { url });
    } catch (error) {
      if (isReplaced()) return;
      const isOne = !input.multiple;
      if (isOne && (error instanceof Canceled || error instanceof Refused)) input.value = '';
      if (error instanceof Canceled) {
        end('canceled', 'Subida cancelada. Elige otro archivo o sigue sin él.');
      } else if (error instanceof Refused) {
        end('refused', named(error.message), { isMissed: true });
      } else {
        const what = isOne ? 'No pudimos subir el archivo.' : named('no pudimos subirlo.');
        end('failed', `${what} Revisa tu conexión.`, { isMissed: !isOne });
      }
    }
  };

  const choose = (chosen: FileChoice) => {
    const { input, field } = chosen;
    const added = [...(input.files ?? [])].map((file): Upload => {
      const status = { state: 'waiting', message: `${file.name}: en espera.` } as const;
      return { ...chosen, file, status, id: next++ };
    });
    if (added.length === 0) return;
    const replaced = input.multiple ? [] : uploads.filter((one) => one.field === field);
    for (const one of replaced) drop(one);
    setUploads((all) => [...all, ...added]);
    if (!input.multiple) return added.forEach((one) => void send(one));
    input.value = '';
    for (const one of added) before.current = before.current.then(() => send(one));
  };

  const drop = ({ id }: Upload) => {
    stops.current.get(id)?.abort();
    stops.current.delete(id);
    setUploads((all) => all.filter((one) => one.id !== id));
  };

  /** Shows which files are missing, and why. The next submission goes on without them. */
  const showMissing = () => {
    const message = ({ file, status }: Upload) => {
      const reason = 'message' in status ? status.message.replace(`${file.name}: `, '') : '';
      const why = reason ? `: ${reason}` : '.';
      return `${file.name} no se adjuntó${why} Elige otro archivo, o presiona ${goOn} otra vez para seguir sin él.`;
    };
    const say = (one: Upload): Upload => {
      const state = one.status.state === 'failed' ? 'failed' : 'refused';
      return { ...withoutMiss(one), status: { state, message: message(one) } };
    };
    setUploads((all) => all.map((one) => (one.isMissed ? say(one) : one)));
  };
  const cancel = ({ id }: Upload) => stops.current.get(id)?.abort();
  return { uploads, kept, choose, drop, sayMissing: showMissing, cancel, retry: send };
}

export function isRunning({ status }: Upload): boolean {
  return status.state === 'waiting' || status.state === 'sending';
}

function withoutMiss(upload: Upload): Upload {
  return { ...upload, isMissed: false };
}

let next = 0;
