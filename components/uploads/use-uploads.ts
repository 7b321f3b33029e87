import { useRef, useState } from 'react';
import { CanceledError, RefusedError, sendFile } from '#components/uploads/send-file.ts';
import { problemOf, type Status } from '#components/uploads/upload-status.tsx';

/** The input in which a file was chosen, and the kind of upload. */
type FileChoice = { field: string; type: string; input: HTMLInputElement };

type Upload = FileChoice & {
  id: number;
  file: File;
  status: Status;
  /** The URL that the form submits. */
  url?: string;
  /** True if the upload failed and the form has already warned about it. */
  isMissed?: boolean;
};

/** A file that the draft has. Its download URL is its id. */
type KeptFile = { id: string; name: string; size: number };

type Options = {
  /** Label of the button that submits the form. */
  goOn: string;
  /** Saves an upload in the draft. If it returns false, the form submits the URL. */
  keep?: ((field: string, url: string) => Promise<boolean>) | undefined;
  onMissing: () => void;
};

/** Manages the uploads of a form, in whose inputs several files are chosen. */
export function useUploads({ goOn, keep, onMissing }: Options) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [keptFiles, setKept] = useState<Readonly<Record<string, readonly KeptFile[]>>>({});
  const stops = useRef(new Map<number, AbortController>());
  const lastUpload = useRef(Promise.resolve());

  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((current) =>
      current.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)),
    );

  const send = async ({ id, file, field, type, input }: Upload) => {
    const stop = new AbortController();
    stops.current.set(id, stop);
    const isReplaced = () => stops.current.get(id) !== stop;
    const withFileName = (text: string) => `${file.name}: ${text}`;
    const end = (
      state: 'done' | 'canceled' | 'refused' | 'failed',
      message: string,
      changes = {},
    ) => {
      change(id, { status: { state, message }, ...changes });
      if (state !== 'done') onMissing();
    };
    change(id, { isMissed: false });
    try {
      const problem = problemOf(file, input);
      if (problem) throw new RefusedError(problem);
      const url = await sendFile(file, type, stop.signal, (sentBytes) => {
        if (!isReplaced()) change(id, { status: { state: 'sending', sentBytes } });
      });
      const isKept = keep ? await keep(field, url) : false;
      if (isReplaced()) return;
      if (isKept) {
        const keptFile = { id: url, name: file.name, size: file.size };
        // The draft replaces a file of the same name and size, so it is listed once.
        setKept((files) => ({
          ...files,
          [field]: [...(files[field] ?? []).filter((one) => !isSameFile(one, keptFile)), keptFile],
        }));
        // The earlier files are listed already, so only the newest file is announced.
        setUploads((current) =>
          current.filter(
            (upload) =>
              upload.id === id || upload.field !== field || upload.status.state !== 'done',
          ),
        );
        const isAgain = keptFiles[field]?.some((one) => isSameFile(one, keptFile));
        const doneText = isAgain ? 'Ya lo adjuntaste: queda una sola vez.' : 'Ya puedes continuar.';
        return end('done', `${file.name} subido. ${doneText}`);
      }
      end('done', withFileName('listo para enviar.'), { url });
    } catch (error) {
      if (isReplaced()) return;
      if (error instanceof CanceledError) {
        end('canceled', 'Subida cancelada. Elige otro archivo o sigue sin él.');
      } else if (error instanceof RefusedError) {
        end('refused', withFileName(error.message), { isMissed: true });
      } else {
        end('failed', withFileName('no pudimos subirlo. Revisa tu conexión.'), { isMissed: true });
      }
    }
  };

  const choose = (choice: FileChoice) => {
    const { input, field } = choice;
    const addedUploads = [...(input.files ?? [])].map((file): Upload => {
      const status = { state: 'waiting', message: `${file.name}: en espera.` } as const;
      return { ...choice, file, status, id: nextId++ };
    });
    if (addedUploads.length === 0) return;
    const chosenNames = addedUploads.map(({ file }) => file.name);
    const isReplaced = (upload: Upload) =>
      upload.field === field && isMissing(upload) && chosenNames.includes(upload.file.name);
    for (const upload of uploads.filter(isReplaced)) drop(upload);
    // A person who chooses another file has read why the previous one was refused.
    const isRead = (upload: Upload) =>
      upload.field === field && ['refused', 'canceled'].includes(upload.status.state);
    setUploads((current) => [...current.filter((upload) => !isRead(upload)), ...addedUploads]);
    input.value = '';
    for (const upload of addedUploads)
      lastUpload.current = lastUpload.current.then(() => send(upload));
  };

  const drop = ({ id }: Upload) => {
    stops.current.get(id)?.abort();
    stops.current.delete(id);
    setUploads((current) => current.filter((upload) => upload.id !== id));
  };

  /** Shows which files are missing and why. The next submission continues without them. */
  const showMissing = () => {
    const message = ({ file, status }: Upload) => {
      const reason = 'message' in status ? status.message.replace(`${file.name}: `, '') : '';
      const suffix = reason ? `: ${reason}` : '.';
      return `${file.name} no se adjuntó${suffix} Elige otro archivo, o presiona ${goOn} otra vez para seguir sin él.`;
    };
    const showReason = (upload: Upload): Upload => {
      const state = upload.status.state === 'failed' ? 'failed' : 'refused';
      return { ...upload, isMissed: false, status: { state, message: message(upload) } };
    };
    setUploads((current) =>
      current.map((upload) => (upload.isMissed ? showReason(upload) : upload)),
    );
  };
  const cancel = ({ id }: Upload) => stops.current.get(id)?.abort();
  return { uploads, keptFiles, choose, drop, sayMissing: showMissing, cancel, retry: send };
}

export function isRunning({ status }: Upload): boolean {
  return status.state === 'waiting' || status.state === 'sending';
}

type FileLine = { name: string; size: number };

/** Whether two files have the same name and size, so that the draft keeps only the later one. */
export function isSameFile(one: FileLine, other: FileLine): boolean {
  return one.name === other.name && one.size === other.size;
}

function isMissing({ status }: Upload): boolean {
  return ['refused', 'canceled', 'failed'].includes(status.state);
}

let nextId = 0;
