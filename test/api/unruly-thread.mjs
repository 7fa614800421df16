/** Entry of a thread that does what it is told: it hangs, dies, or gives back what it was asked. */
export function work({ asked: { q } }) {
  if (q === 'hang') for (;;);
  if (q === 'die') process.exit(1);
  return q;
}
