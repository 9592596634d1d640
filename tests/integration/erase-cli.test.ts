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
  test('erases all leads of an address from the file, with deliveries and history, and records number and time', async () => {
    const gone = { name: 'Unmistakable Name', email: 'gone@example.com' };
    const folder = await bookingsFolder(
      [booking(gone), booking({ ...gone, email: 'GONE@example.com' }), booking()],
      { channels: ['mail'] },
    );
    await bookingsCommand(['contacted', '1-3'], folder);
    const times = rowsIn(folder).map(({ created_at }) => created_at);
    const erased = await bookingsCommand(['erase', 'gone@example.com', '--yes'], folder);
    expect(erased.code).toBe(0);
    expect(idsIn(folder)).toEqual([3]);
    for (const table of ['deliveries', 'lead_events'])
      expect(runIn(folder, `SELECT booking_id FROM ${table}`)).toEqual([{ booking_id: 3 }]);
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

  test('asks first', async () => {
    const folder = await bookingsFolder([booking()]);
    for (const input of ['', 'perhaps\n'])
      expect((await bookingsProcess(['erase', '1'], folder, {}, input)).code).toBe(1);
    expect(idsIn(folder)).toEqual([1]);
    expect((await bookingsProcess(['erase', '1'], folder, {}, 'y\n')).code).toBe(0);
    expect(idsIn(folder)).toEqual([]);
  });

  test('takes addresses, numbers and ranges, shows the first 20 leads, and names missing ones', async () => {
    const grace = (name: string) => booking({ name, email: 'grace@example.com' });
    const rows = [...bookings(30), grace('Grace'), ...bookings(34).slice(30), grace('Hopper')];
    const folder = await bookingsFolder(rows);
    await bookingsCommand(['erase', '7', '--yes'], folder);
    const named = ['erase', 'GRACE@example.com', '5-28', '27', '35-40', '90', 'x@y.example'];
    const asked = await bookingsProcess(named, folder, {}, 'n\n');
    expect(asked.stdout).toContain('Hopper');
    expect(asked.stdout.split('\n').filter((line) => /^\d/.test(line))).toHaveLength(20);
    expect(asked.stdout).toContain('6 more');
    const erased = await bookingsProcess(named, folder, {}, 'y\n');
    expect(erased.code).toBe(1);
    expect(erased.stderr).toContain('7, 37, 38, 39, 40, 90, x@y.example');
    expect(idsIn(folder)).toEqual([1, 2, 3, 4, 29, 30, 32, 33, 34]);
  });

  test('erases all quarantined leads, or only the quarantined ones among the arguments', async () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
    const folder = await bookingsFolder([booking(), ...names.map((values) => spam(values))]);
    await bookingsCommand(['erase', '1-3', '--quarantined', '--yes'], folder);
    expect(idsIn(folder)).toEqual([1, 4, 5]);
    await bookingsCommand(['erase', '--quarantined', '--yes'], folder);
    expect(idsIn(folder)).toEqual([1]);
  });

  test('--again erases leads whose number and time are in erased.jsonl or the database', async () => {
    const folder = await bookingsFolder(bookings(3));
    const before = runIn(folder, 'SELECT * FROM booking_requests');
    await bookingsCommand(['erase', '1-2', '--yes'], folder);
    // Insert the rows again, as pg_restore would. The second is another booking with the same number.
    const values = before.map((row, index) => {
      const created_at = index === 1 ? '2020-01-01T00:00:00.000Z' : row.created_at;
      return `(${row.id}, '${created_at}', '${row.name}', 'C', 'a@b.example')`;
    });
    const columns = 'id, created_at, name, company_name, email';
    runIn(folder, `INSERT INTO booking_requests (${columns}) VALUES ${values.slice(0, 2)}`);
    runIn(folder, 'DELETE FROM erased');
    expect(idsIn(folder)).toEqual([1, 2, 3]);
    const again = await bookingsCommand(['erase', '--again'], folder);
    expect(again.code).toBe(0);
    expect(idsIn(folder)).toEqual([2, 3]);
  });
});
