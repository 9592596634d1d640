import { honeypotField } from '../../booking/spam.ts';
import { bookingForm } from '../../content/messages.ts';

/**
 * A field for programs that fill in whatever they find. `inert` keeps people, keyboards, assistive
 * technology and autofill out, `aria-hidden` and `tabIndex` where a browser does not know it, and
 * the words are for a browser without styles. It is not `display: none`, which such programs look
 * for. The `data-*` are what the large password managers document for fields that are not theirs.
 */
export function Honeypot() {
  return (
    <div className="visually-hidden" inert aria-hidden="true">
      <label>
        {bookingForm.leaveEmpty}
        <input
          name={honeypotField}
          type="text"
          autoComplete="off"
          tabIndex={-1}
          data-1p-ignore
          data-lpignore="true"
          data-bwignore
          data-form-type="other"
        />
      </label>
    </div>
  );
}
