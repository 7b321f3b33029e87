// People pay within the panel once they are signed in. The sibling folders, with payment links, are
// open to guests.
export { default } from '#app/panel/layout.tsx';
