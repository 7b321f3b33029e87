import { type RefObject, useEffect, useRef, useState } from 'react';
import { plainText } from '#lib/platform/operations/plain-text.ts';

/** A reply of our API with data of Mercado Público. */
export type LookUpReply = {
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

export type LookUp<T> = {
  /** Returns the URL to query, or null if the text is incomplete. */
  urlOf: (text: string) => string | null;
  read: (reply: LookUpReply) => T | Promise<T>;
  /** True to query the initial text as well. */
  isImmediate?: boolean;
};

type LookUpResult<T> = {
  found: T | null;
  /** True until there is a reply for the current text. */
  isLooking: boolean;
  field: { ref: RefObject<HTMLInputElement | null>; onInput: () => void };
};

/** Queries the API shortly after the last key was pressed. */
export function useLookUp<T>({ urlOf, read, isImmediate }: LookUp<T>): LookUpResult<T> {
  const ref = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [lastLookUp, setLastLookUp] = useState<{ url: string; found: T | null } | null>(null);
  const look = () => setUrl(urlOf(typedInto(ref)));
  useEffect(() => {
    if (!isImmediate) return;
    // Waits until `PersistedStep` has restored typed text.
    const begin = setTimeout(() => setUrl(urlOf(typedInto(ref))));
    return () => clearTimeout(begin);
  }, [isImmediate, urlOf]);
  useEffect(() => {
    if (!url) return;
    const stop = new AbortController();
    const ask = async () => {
      const response = await fetch(url, { signal: stop.signal });
      return read(response.ok ? await response.json() : {});
    };
    const timer = setTimeout(async () => {
      const answer = await ask().catch(() => null);
      if (!stop.signal.aborted) setLastLookUp({ url, found: answer });
    }, 250);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [url, read]);
  const isLooking = url !== null && lastLookUp?.url !== url;
  return { found: (url && lastLookUp?.found) || null, isLooking, field: { ref, onInput: look } };
}

function typedInto({ current }: RefObject<HTMLInputElement | null>): string {
  return plainText(current?.value ?? '').trim();
}
