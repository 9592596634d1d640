import { expect, test } from 'vitest';
import { spamSignalsOf } from '../../booking/spam.ts';

const town = 'Ayuntamiento de la Villa de San Sebastián de los Reyes de la Comunidad de Madrid';
const department =
  'Abteilung für Forschung und Entwicklung, Standort Berlin (https://muster.example)';

test.each([
  ["Siobhán O'Brien-Smith", 'Booking.com B.V.'],
  ['J. R. R. Tolkien', 'smith.io'],
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Ada Lovelace', 'https://bakery.example'],
  ['Ada <ada@example.com>', 'Kellogg & Sons <Bakers> [Est. 1901]'],
  ['Awww. Ada, M.Sc./Ph.D.', 'A < B > C = D'],
  ['a b c d e f g h i j k l', 'a b c d e f g h i j k l'],
  [town, town],
  ['Dr. Hans', `Muster GmbH & Co. KG, ${department}`],
  ['Ada', '<head> </body> [url] Studio [/url]'],
  ['Ada <three years', 'a=b'],
  ['Ada, B.Sc/M.Sc', 'ASP.net/C# Ltd'],
  ['Ada Lovelace https://linkedin.com/in/ada', 'Bakery'],
  ['www.müller.de', 'Müller'],
  ['McDonald', 'OpenStreetMap'],
  ['李小龍', '株式会社ブッキング'],
])('%j of %j is a person', (name, company_name) => {
  expect(spamSignalsOf({ name, company_name }, false)).toEqual([]);
});

const win = 'Win a prize every single day at our casino, come to https://casino.example right now';
const offer = 'we can bring you one thousand new customers in only one single week';

test.each([
  ['www.casino.example/win', 'Bakery', 'link-in-name'],
  ['https://linkedin.com/in/ada https://casino.example', 'Bakery', 'link-in-name'],
  ['t.me/casino', 'Bakery', 'link-in-name'],
  ['Earn now https://casino.example', 'Bakery', 'link-in-name'],
  ['Ada', '<svg/onload=alert(1)>', 'markup'],
  ['<a href="//casino.example">Ada</a>', 'Bakery', 'markup'],
  ['[url=casino.example]Win[/url]', 'Bakery', 'markup'],
  ['oGmFxSnTILGCo', 'VZyTFwdflQkjGMvvy', 'random-letters'],
  ['https://c.example', 'https://c.example', 'link-in-name link-in-company same-values'],
  ['Ada', win, 'link-in-company sentence'],
  [offer, 'www.c.example', 'link-in-company sentence'],
])('%j of %j looks like spam: %s', (name, company_name, codes) => {
  expect(spamSignalsOf({ name, company_name }, false).join(' ')).toBe(codes);
});

test('a filled honeypot alone quarantines a booking, and is named first', () => {
  const signals = (name: string) => spamSignalsOf({ name, company_name: 'Ada' }, true);
  expect(signals('Bakery')).toEqual(['honeypot']);
  expect(signals('Ada')).toEqual(['honeypot', 'same-values']);
});
