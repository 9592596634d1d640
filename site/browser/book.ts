/**
 * The script that is written into /book, which is whole without it: the form then posts itself. It must not
 * throw on an old browser, and replaces nothing that the server wrote, which translators and password managers
 * may have changed.
 */
import { startForm } from './booking-form/booking-form.ts';
import { startCertificate } from './certificate/certificate.ts';
import { part } from './part.ts';

try {
  startForm();
  // On its own: its fault leaves the form as it is.
  setTimeout(startCertificate);
} catch (error) {
  console.error(error);
  // Another data interface accepts no plain form post, so this page needs its script.
  if (!document.querySelector('form[action]')) showProblem(error);
}

function showProblem(error: unknown) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  part('main').replaceChildren(part<HTMLTemplateElement>('#problem').content);
  part('.error-message').textContent = message;
  part('pre').textContent = stack ?? '';
}
