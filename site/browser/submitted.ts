/**
 * Notes in this tab that a form was submitted, if the browser stores anything; with the serial of its
 * certificate once that is known, and nothing of its words.
 */
export function noteSubmitted(serial = ''): void {
  try {
    sessionStorage.submitted = serial;
  } catch {}
}

/**
 * Takes the note away. Gives its serial, which may be empty, or undefined where there is no note;
 * where the browser stores nothing, there may have been one.
 */
export function takeNote(): string | undefined {
  try {
    const { submitted } = sessionStorage;
    sessionStorage.clear();
    return submitted;
  } catch {
    return '';
  }
}
