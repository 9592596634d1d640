import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnvFile } from '../../server/config/env-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
const file = join(folder, '.env');

afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  writeFileSync(file, text);
  return readEnvFile(file, ['PORT', 'SITE_URL', 'MAIL_FROM']);
}

describe('a line of .env that sets something, or is a remark, is no fault', () => {
  test.each([
    ['PORT=1\r\nSITE_URL=x\r\n'],
    ['\ufeffPORT=1\n'],
    ['export PORT=1\n  \n\t\nSITE_URL = x'],
    ['A="one\ntwo three\n\nfour"\nPORT=1'],
    ["A='one\ntwo'\nB=`three\nfour`"],
    ['# SITE_URL="https://staging.company.com\nSITE_URL="https://www.company.com"'],
    ['LOG_LEVEL=info # was ="debug\nMAIL_FROM="a@company.example"'],
    ["# PORT='1\nPORT=2\n# isn't"],
    ['PORT=1\nPORT=2\nPORT=1'],
    ['A="never closed\nPORT=1'],
    ['A=\nB=""\nC=#'],
    ['A="one\ntwo"\nA=1'],
  ])('%j', (text) => {
    expect(read(text).faults).toEqual([]);
  });
});

describe('a line that sets nothing is one, and what stands there is not said', () => {
  test.each([
    ['PORT 3000', 1],
    ['PORT=1\n\n# mine\nfoo', 4],
    ['A="one\ntwo"\nSMTP_URL smtps://me:secret@mail.example?x=1\nPORT=1', 3],
    ['WEBHOOK_SECRET: whsec_secret=', 1],
    ['H=a="b\nsecret\nH=a="b', 2],
    ['=secret', 1],
    ['export\tPORT=1', 1],
  ])('%j', (text, line) => {
    const { faults } = read(text);
    expect(faults).toEqual([
      `${file}: line ${line} sets nothing: write NAME=value, or # before a remark.`,
    ]);
  });
});

test('an empty value takes nothing of the next line', () => {
  expect(read('PORT= \nSITE_URL=x\r\nMAIL_FROM=\t\r\nA=1').given).toEqual({
    PORT: '',
    SITE_URL: 'x',
    MAIL_FROM: '',
    A: '1',
  });
});

test('a file that is not there sets nothing', () => {
  expect(readEnvFile(join(folder, 'none'), ['PORT'])).toEqual({ given: {}, faults: [] });
});
