/** Notes in this tab that a form was submitted, if the browser stores anything. */
export function noteSubmitted(): void {
  try {
    sessionStorage.submitted = '';
  } catch {}
}

/** Takes the note away. Gives whether it was there; where the browser stores nothing, it may have been. */
export function takeNote(): boolean {
  try {
    const had = 'submitted' in sessionStorage;
    sessionStorage.clear();
    return had;
  } catch {
    return true;
  }
}
