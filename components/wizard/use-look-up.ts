import { type RefObject, useEffect, useRef, useState } from 'react';
import { plainText } from '#lib/platform/operations/plain-text.ts';

/** A reply of Mercado Público, as our API passes it on. */
export type Reply = {
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

type Look<T> = {
  /** Returns the address that looks a text up, or null where there is nothing to look for yet. */
  addressOf: (text: string) => string | null;
  read: (reply: Reply) => T | Promise<T>;
  /** The text that the field begins with is looked up too. */
  atOnce?: boolean;
};

type Looked<T> = {
  found: T | null;
  /** The present text has no answer yet. */
  isLooking: boolean;
  field: { ref: RefObject<HTMLInputElement | null>; onInput: () => void };
};

/** Looks up what is typed into a field, a moment after the last key. Changes no text, delays no form. */
export function useLookUp<T>({ addressOf, read, atOnce }: Look<T>): Looked<T> {
  const ref = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  const [last, setLast] = useState<{ address: string; found: T | null } | null>(null);
  const look = () => setAddress(addressOf(typedInto(ref)));
  useEffect(() => {
    if (!atOnce) return;
    // The page puts back what was typed before, after its fields are there.
    const begin = setTimeout(() => setAddress(addressOf(typedInto(ref))));
    return () => clearTimeout(begin);
  }, [atOnce, addressOf]);
  useEffect(() => {
    if (!address) return;
    const stop = new AbortController();
    const ask = async () => {
      const response = await fetch(address, { signal: stop.signal });
      return read(response.ok ? await response.json() : {});
    };
    const timer = setTimeout(async () => {
      const found = await ask().catch(() => null);
      if (!stop.signal.aborted) setLast({ address, found });
    }, 250);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, read]);
  const isLooking = address !== null && last?.address !== address;
  return { found: (address && last?.found) || null, isLooking, field: { ref, onInput: look } };
}

function typedInto({ current }: RefObject<HTMLInputElement | null>): string {
  return plainText(current?.value ?? '').trim();
}
