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
  return readEnvFile(file, ['PORT', 'SITE_URL', 'SMTP_URL']);
}

test.each([
  ['PORT=1\r\nSITE_URL=x\r\n', { PORT: '1', SITE_URL: 'x' }],
  ['\ufeffPORT=1\n', { PORT: '1' }],
  ['export PORT=1\n  \n\t\n SITE_URL = x', { PORT: '1', SITE_URL: 'x' }],
  ['# SITE_URL="https://staging\nSITE_URL="https://www"', { SITE_URL: 'https://www' }],
  ["A=x\nB='a\"b#c' # mine\nC=`d`# e", { A: 'x', B: 'a"b#c', C: 'd' }],
  ["# PORT='1\nPORT=2\n# isn't\nA=it's mine", { PORT: '2', A: "it's mine" }],
  ['A=\nB=""\nC=  # nothing\nD==', { A: '', B: '', C: '', D: '=' }],
])('%j sets what it seems to set', (text, values) => {
  expect(read(text)).toEqual({ values, faults: [] });
});

describe('what Node would ignore or cut in silence is a fault, and what stands there is not said', () => {
  const nothing = 'sets nothing: write NAME=value, or # before a remark.';
  test.each([
    ['PORT 3000', 1],
    ['PORT=1\n\n# mine\nfoo', 4],
    ['A=1\nSMTP_URL smtps://me:secret@mail.example?x=1\nPORT=1', 2],
    ['WEBHOOK_SECRET: whsec_secret=', 1],
    ['=secret', 1],
    ['export\tPORT=1', 1],
  ])('a line that sets nothing: %j', (text, line) => {
    expect(read(text).faults).toEqual([`${file}: line ${line} ${nothing}`]);
  });

  const cut = 'write the value between quotation marks, on one line.';
  test.each([
    ['SMTP_URL=smtp://me:pass#word@mail.example', [1]],
    ['SMTP_URL=smtp://me:pass #word@mail.example', [1]],
    ['A=1\nWEBHOOK_SECRET=#secret', [2]],
    ['A="x"y\nB="a"b"', [1, 2]],
    ['PORT= \nSITE_URL=x\r\nA=\t\r\nA=1', [1, 3]],
    ['A="never closed\nB=1', [1]],
  ])('a value that is cut, or runs into the next line: %j', (text, lines) => {
    expect(read(text).faults).toEqual(lines.map((line) => `${file}: line ${line}: ${cut}`));
  });
});

test('a file that is not there sets nothing', () => {
  expect(readEnvFile(join(folder, 'none'), ['PORT'])).toEqual({ values: {}, faults: [] });
});
