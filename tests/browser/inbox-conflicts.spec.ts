import { faultsOn } from '../support/axe.ts';
import {
  alert,
  box,
  button,
  comeBack,
  expect,
  folder,
  holdLists,
  note,
  office,
  row,
  sales,
  status,
  stopPolling,
  test,
} from '../support/inbox-page.ts';

test('a conflict is not reported as success', async ({ page, book, change, enter, stateOf }) => {
  await stopPolling(page);
  const [first, second] = [await book(), await book()];
  const { id } = second;
  await enter();
  for (const lead of [first, second]) await box(page, lead).check();
  await change({ id, version: 0 }, { note: 'Call back.' });
  await button(page, 'Mark contacted').click();
  await expect(alert(page)).toHaveText(/^1\D+1\D+$/);
  await expect(row(page, first)).toHaveCount(0);
  await expect(row(page, second)).toContainText('Note');
  expect(await stateOf(second)).toBe('new');

  // The same happens to an open lead, and to an erasure.
  await row(page, second).click();
  await expect(alert(page)).toBeEmpty();
  await expect(note(page)).toHaveValue('Call back.');
  // The page has marked the lead as read, and does not fetch it again.
  await expect(row(page, second)).not.toContainText('Unread');
  await change({ id, version: 1 }, { state: 'closed' });
  await button(page, 'Mark contacted').click();
  await expect(alert(page)).toHaveText(/1/);
  await expect(button(page, 'Reopen')).toBeVisible();
  await button(page, 'Dismiss').click();
  await button(page, 'Erase').click();
  await change({ id, version: 2 }, { note: 'Wait.' });
  // Behind the dialog, the page fetched newer data. The person has not seen these data.
  await comeBack(page);
  await expect(page.locator('.history')).toContainText('Wait.');
  await button(page, 'Erase for good').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(alert(page)).toHaveText(/1/);
  expect(await stateOf(second)).toBe('closed');
});

test('a failed answer leaves the lead where it was', async ({ page, book, enter }) => {
  const lead = await book();
  await enter();
  for (const fails of ['503', 'no answer']) {
    await page.route('**/api/change', (route) =>
      fails === '503' ? route.fulfill({ status: 503, json: {} }) : route.abort(),
    );
    await box(page, lead).check();
    await button(page, 'Erase').click();
    await button(page, 'Erase for good').click();
    await expect(alert(page)).not.toBeEmpty();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row(page, lead)).toBeVisible();
    await button(page, 'Dismiss').click();
    await page.unroute('**/api/change');
  }
});

test('neither a slow answer nor a selection appears in another list', async ({
  page,
  book,
  change,
  enter,
}) => {
  await stopPolling(page);
  const [lead, closed] = [await book(), await book()];
  await change(closed, { state: 'closed' });
  await enter();
  await box(page, lead).check();
  await expect(button(page, 'Erase')).toBeVisible();
  // Nothing can be selected while the previous list is still shown.
  const all = await holdLists(page, 'all');
  await folder(page, 'All').click();
  await expect(box(page, lead)).toBeDisabled();
  await expect(box(page, lead)).not.toBeChecked();
  await expect.poll(all.held).toBe(1);
  await folder(page, 'Closed').click();
  await expect(row(page, closed)).toBeVisible();
  all.release();
  await expect(row(page, lead)).toHaveCount(0);
  for (const list of ['All', 'New']) {
    await folder(page, list).click();
    await expect(box(page, lead)).toBeEnabled();
    await expect(box(page, lead)).not.toBeChecked();
    await expect(button(page, 'Erase')).toHaveCount(0);
  }
});

test('an answer from before a change does not undo it', async ({ page, book, enter }) => {
  await stopPolling(page);
  const lead = await book();
  await enter();
  await expect(row(page, lead)).toBeVisible();
  const old = await holdLists(page, 'new');
  await comeBack(page);
  await expect.poll(old.held).toBe(1);
  await box(page, lead).check();
  await button(page, 'Mark contacted').click();
  await expect(row(page, lead)).toHaveCount(0);
  const late = await book();
  old.release();
  await expect(row(page, late)).toBeVisible();
  await expect(row(page, lead)).toHaveCount(0);
});

test('two people who write one note both keep their text', async ({
  page,
  browser,
  program,
  book,
  enter,
}) => {
  await stopPolling(page);
  const lead = await book();
  const second = await browser.newPage({ baseURL: program.url });
  await enter();
  await enter(office, second);
  for (const one of [page, second]) await row(one, lead).click();
  await note(page).fill('Mine');
  await note(second).fill('Theirs');
  await button(second, 'Save note').click();
  await expect(status(second)).not.toBeEmpty();
  await button(page, 'Save note').click();
  await expect(alert(page)).not.toBeEmpty();
  expect(await faultsOn(page, 'article')).toEqual([]);
  await expect(note(page)).toHaveValue('Theirs\n\nMine');
  await button(page, 'Save note').click();
  await expect(page.locator('.history')).toContainText('Theirs Mine');
  await comeBack(second);
  await expect(note(second)).toHaveValue('Theirs\n\nMine');
  await second.close();
});

test('an unsaved note stays for the person who wrote it', async ({
  page,
  context,
  store,
  book,
  enter,
}) => {
  const lead = await book();
  /** Ends every session, signs in in another tab, and returns to this tab. */
  const signInAgain = async (email: string) => {
    await store.write((db) => db.deleteFrom('inbox_sessions').execute());
    await comeBack(page);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    const tab = await context.newPage();
    await enter(email, tab);
    await tab.close();
    await comeBack(page);
  };
  await enter();
  await row(page, lead).click();
  const hint = page.locator('#note-hint');
  const savedHint = (await hint.textContent()) ?? '';
  await note(page).fill('Half a thought');
  await expect(hint).not.toHaveText(savedHint);
  // Only the email program opens. No question interrupts the writer.
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Reply' }).click();
  await button(page, 'Not yet').click();
  expect(questions).toEqual([]);
  await signInAgain(sales);
  await expect(note(page)).toHaveValue('Half a thought');
  await signInAgain(office);
  await expect(note(page)).toHaveValue('');
});
