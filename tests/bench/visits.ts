// node tests/bench/visits.ts [VISITS]: visits the built program in three engines, by default 500 times, and compares
// the counts of page loads. Takes some minutes.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { listPageLoads } from '../../server/store/page-loads.ts';
import { addSource } from '../../server/store/sources.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { startChromium } from '../support/chromium.ts';
import { startFirefox } from '../support/firefox.ts';
import { visitorIn } from '../support/visitor.ts';
import { startWebKit } from '../support/webkit.ts';
import { startBuilt, temporaryFolder } from './servers.ts';

const visits = Number(process.argv[2] ?? 500);
const folder = temporaryFolder();
const store = await openSqlite({ folder });
for (const name of ['fair-2026', 'ad']) await addSource(store, name);

/** A page with a link, on another site. */
const other = createServer((_request, response) =>
  response.setHeader('Content-Type', 'text/html').end(`<a href="${built.url}/">Link</a>`),
).listen(0, 'localhost');
await once(other, 'listening');
const otherAddress = other.address();
const otherPort = typeof otherAddress === 'object' ? otherAddress?.port : 0;

/** A visit: its address, a link to follow, and the expected counts. */
const kinds: [address: string, link: string, ...counted: string[]][] = [
  ['/', '', '/ direct'],
  ['/?from=fair-2026', '', '/ fair-2026'],
  ['/?utm_source=ad', '', '/ ad'],
  ['/?from=stranger', '', '/ other'],
  ['/book?from=ad', '', '/book ad'],
  ['/?from=fair-2026', '[href*="/book"]', '/ fair-2026', '/book fair-2026'],
  [`http://localhost:${otherPort}/`, 'a', '/ other-site'],
];

const built = await startBuilt({ DATA_DIR: folder });
const expected = new Map<string, number>();
const starts = [startChromium, startFirefox, startWebKit];
for (const [index, start] of starts.entries()) {
  const engine = await start();
  const visitor = visitorIn(engine, built.url);
  for (let visit = index; visit < visits; visit += starts.length) {
    const [address, link, ...counted] = kinds[Math.floor(visit / starts.length) % kinds.length] ?? [
      '',
    ];
    await visitor.open(address);
    if (link) {
      await engine.run(`document.querySelector('${link}').click()`);
      const [path] = counted.at(-1)?.split(' ', 1) ?? [];
      const shown = () => visitor.evaluate(() => location.origin + location.pathname);
      await visitor.until(shown, built.url + path);
      await visitor.until(() => visitor.evaluate(() => document.readyState), 'complete');
    }
    // A fetch by a page's script is not a load.
    await engine.run("fetch('/').then((response) => response.text())");
    for (const one of counted) expected.set(one, (expected.get(one) ?? 0) + 1);
  }
  console.log(engine.version);
  await engine.stop();
}
// Stopping writes the counts.
await built[Symbol.asyncDispose]();
const counts = new Map<string, number>();
for (const { page, source, loads } of await listPageLoads(store, {}))
  counts.set(`${page} ${source}`, (counts.get(`${page} ${source}`) ?? 0) + loads);
const names = [...new Set([...expected.keys(), ...counts.keys()])].sort();
console.table(
  names.map((name) => ({ name, loads: expected.get(name) ?? 0, counted: counts.get(name) ?? 0 })),
);
await store.close();
other.close();
rmSync(folder, { recursive: true });
process.exitCode = names.every((name) => expected.get(name) === counts.get(name)) ? 0 : 1;
