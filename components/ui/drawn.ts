import { createContext, use } from 'react';

/** How often scripts have rendered the page anew since it was loaded. */
export const Drawn = createContext(0);
export const useDrawn = (): number => use(Drawn);
