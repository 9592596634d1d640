/**
 * The inline script of /book. Without it the browser posts the form itself. It must not throw in an old browser.
 * It replaces none of the server's markup, because translators and password managers may have changed it.
 */
import { startForm } from './booking-form/booking-form.ts';
import { startCertificate } from './certificate.ts';
import { part } from './elements.ts';

try {
  startForm();
  // In a separate task, so that its error does not affect the form.
  setTimeout(startCertificate);
} catch (error) {
  console.error(error);
  // Another data interface accepts no form post, so without the script the form is useless.
  if (!document.querySelector('form[action]')) showProblem(error);
}

function showProblem(error: unknown) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  part('main').replaceChildren(part<HTMLTemplateElement>('#problem').content);
  part('.error-message').textContent = message;
  part('pre').textContent = stack ?? '';
}
