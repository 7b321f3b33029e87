import { createContext, use } from 'react';

/** Counts how often scripts have rendered the page again since it was loaded. */
export const RenderCount = createContext(0);
export const useRenderCount = (): number => use(RenderCount);
