import { createContext, use } from 'react';

/** Counts how often scripts have rendered the page again since it was loaded. */
export const Drawn = createContext(0);
export const useDrawn = (): number => use(Drawn);
