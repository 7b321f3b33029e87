/** Time (ms) within which operating systems recognise a double click. */
const DOUBLE_CLICK_MS = 500;

let isPressed = false;
let isWatching = false;

function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  addEventListener('pointerdown', () => (isPressed = true), { capture: true });
  addEventListener('pointerup', () => (isPressed = false), { capture: true });
}

/**
 * Returns a function that runs `act` at once or, while the mouse is pressed, after the click. A
 * message that moves the page would otherwise move the button away from the pointer.
 */
export function afterPress(act: () => void): () => void {
  watchPresses();
  return () => {
    if (!isPressed) act();
    else addEventListener('click', () => setTimeout(act, DOUBLE_CLICK_MS), { once: true });
  };
}
