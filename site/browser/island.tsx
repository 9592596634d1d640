import { hydrateRoot } from 'react-dom/client';
import { BookingForm, type BookingFormProps } from './booking-form.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const root = document.querySelector<HTMLElement>('[data-island]');
if (root) {
  hydrateRoot(
    root,
    <ErrorBoundary root={root} contactEmail={root.dataset.mail ?? ''}>
      <Island root={root} />
    </ErrorBoundary>,
  );
}

/** The booking form with what the server wrote for it. The bootstrap waits for `awake`. */
function Island({ root }: { root: HTMLElement }) {
  const form: BookingFormProps = JSON.parse(root.dataset.form ?? '');
  return <BookingForm {...form} onAwake={() => root.dispatchEvent(new Event('awake'))} />;
}
