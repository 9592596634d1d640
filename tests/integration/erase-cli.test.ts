import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bookingsCommand, bookingsFolder, bookingsProcess } from '../support/bookings-command.ts';
import { rowsIn, runIn } from '../support/database.ts';
import { booking, bookings, spam } from '../support/new-bookings.ts';

const idsIn = (folder: string) => rowsIn(folder).map(({ id }) => id);

/** The records of erasures, next to the database or the backups. */
const recordsIn = (folder: string) =>
  readFileSync(path.join(folder, 'erased.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('erase', () => {
  test('erases all leads of an address from the file, and records number and time', async () => {
    const gone = { name: 'Unmistakable Name', email: 'gone@example.com' };
    const again = booking({ ...gone, email: 'GONE@example.com' });
    const folder = await bookingsFolder([booking(gone), again, booking()]);
    const times = rowsIn(folder).map(({ created_at }) => created_at);
    const erased = await bookingsCommand(['erase', 'gone@example.com', '--yes'], folder);
    expect(erased.code).toBe(0);
    expect(idsIn(folder)).toEqual([3]);
    expect(statSync(path.join(folder, 'erased.jsonl')).mode & 0o777).toBe(0o600);
    const erased_at = expect.any(String);
    expect(recordsIn(folder)).toEqual([
      { booking_id: 1, created_at: times[0], erased_at },
      { booking_id: 2, created_at: times[1], erased_at },
    ]);
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(path.join(folder, name)).toString().toLowerCase();
      expect(bytes.includes('unmistakable'), name).toBe(false);
    }
  });

  test('takes addresses and numbers, shows the first 20 leads, asks, and names missing ones', async () => {
    const grace = (name: string) => booking({ name, email: 'grace@example.com' });
    const rows = [...bookings(30), grace('Grace'), ...bookings(34).slice(30), grace('Hopper')];
    const folder = await bookingsFolder(rows);
    await bookingsCommand(['erase', '7', '--yes'], folder);
    const numbers = Array.from({ length: 24 }, (_, index) => String(index + 5));
    const named = ['erase', 'GRACE@example.com', ...numbers, '27', '35', '36', '90', 'x@y.example'];
    const asked = await bookingsProcess(named, folder, {}, 'n\n');
    expect(asked.stdout).toContain('Hopper');
    expect(asked.stdout.split('\n').filter((line) => /^\d/.test(line))).toHaveLength(20);
    expect(asked.stdout).toContain('6 more');
    for (const input of ['', 'perhaps\n'])
      expect((await bookingsProcess(named, folder, {}, input)).code).toBe(1);
    expect(idsIn(folder)).toHaveLength(35);
    const erased = await bookingsProcess(named, folder, {}, 'y\n');
    expect(erased.code).toBe(1);
    expect(erased.stderr).toContain('7, 90, x@y.example');
    expect(idsIn(folder)).toEqual([1, 2, 3, 4, 29, 30, 32, 33, 34]);
  });

  test('erases all quarantined leads, or only the quarantined ones among the arguments', async () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
    const folder = await bookingsFolder([booking(), ...names.map((values) => spam(values))]);
    await bookingsCommand(['erase', '1', '2', '3', '--quarantined', '--yes'], folder);
    expect(idsIn(folder)).toEqual([1, 4, 5]);
    await bookingsCommand(['erase', '--quarantined', '--yes'], folder);
    expect(idsIn(folder)).toEqual([1]);
  });

  test('--again erases leads that erased.jsonl names', async () => {
    const folder = await bookingsFolder(bookings(2));
    const [row] = runIn(folder, 'SELECT created_at FROM booking_requests WHERE id = 1');
    await bookingsCommand(['erase', '1', '--yes'], folder);
    // Insert the row again, as pg_restore would.
    const columns = 'id, created_at, name, company_name, email';
    const values = `1, '${row?.created_at}', 'Ada', 'C', 'a@b.example'`;
    runIn(folder, `INSERT INTO booking_requests (${columns}) VALUES (${values})`);
    runIn(folder, 'DELETE FROM erased');
    expect(idsIn(folder)).toEqual([1, 2]);
    const again = await bookingsCommand(['erase', '--again'], folder);
    expect(again.code).toBe(0);
    expect(idsIn(folder)).toEqual([2]);
  });
});
