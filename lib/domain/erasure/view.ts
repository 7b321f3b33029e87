/** A thing that an erasure touches: its name, page, state and day, and what else goes with it. */
export type AffectedThing = { name: string; href: string | null; details: string };

/** The things of which all goes, and those that stay without the person. Each kind has its newest. */
export type AffectedThings = { erased: AffectedThing[]; kept: AffectedThing[]; isCut: boolean };
