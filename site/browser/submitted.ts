/**
 * Notes in this tab that a form was submitted, or takes the note away again. Returns whether it was
 * there; where the browser stores nothing, it may have been.
 */
export function noteSubmitted(submitted: boolean): boolean {
  try {
    const had = 'submitted' in sessionStorage;
    if (submitted) sessionStorage.submitted = '';
    else sessionStorage.clear();
    return had;
  } catch {
    return true;
  }
}
