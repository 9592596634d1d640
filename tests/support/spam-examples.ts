const sentence = 'link-in-company sentence';
const town = 'Ayuntamiento de la Villa de San Sebastián de los Reyes de la Comunidad de Madrid';

/** Values and the signals that both engines must find in them; null for a real booking. */
export const spamExamples: [name: string, company_name: string, spam_signals: string | null][] = [
  ["Siobhán O'Brien-Smith", 'Booking.com B.V.', null],
  ['J. R. R. Tolkien', 'smith.io', null],
  ['Ada Lovelace', 'Ada Lovelace', null],
  ['Ada Lovelace', 'https://bakery.example', null],
  ['Ada <ada@example.com>', 'Kellogg & Sons <Bakers> [Est. 1901]', null],
  ['Awww. Ada, M.Sc./Ph.D.', 'A < B > C = D', null],
  ['a b c d e f g h i j k l', 'a b c d e f g h i j k l', null],
  [town, town, null],
  [
    'Dr. Hans',
    'Muster GmbH & Co. KG, Abteilung für Forschung und Entwicklung, Standort Berlin (https://muster.example)',
    null,
  ],
  ['Ada', '<head> </body> [url] Studio [/url]', null],
  ['Ada <three years', 'a=b', null],
  ['Ada, B.Sc/M.Sc', 'ASP.net/C# Ltd', null],
  ['Ada Lovelace https://linkedin.com/in/ada', 'Bakery', null],
  ['www.müller.de', 'Müller', null],
  ['www.casino.example/win', 'Bakery', 'link-in-name'],
  ['https://linkedin.com/in/ada https://casino.example', 'Bakery', 'link-in-name'],
  ['t.me/casino', 'Bakery', 'link-in-name'],
  ['Ada', '<svg/onload=alert(1)>', 'markup'],
  ['oGmFxSnTILGCo', 'VZyTFwdflQkjGMvvy', 'random-letters'],
  ['McDonald', 'OpenStreetMap', null],
  ['李小龍', '株式会社ブッキング', null],
  ['Earn now https://casino.example', 'Bakery', 'link-in-name'],
  ['<a href="//casino.example">Ada</a>', 'Bakery', 'markup'],
  ['[url=casino.example]Win[/url]', 'Bakery', 'markup'],
  ['https://c.example', 'https://c.example', 'link-in-name link-in-company same-values'],
  [
    'Ada',
    'Win a prize every single day at our casino, come to https://casino.example right now',
    sentence,
  ],
  [
    'we can bring you one thousand new customers in only one single week',
    'www.c.example',
    sentence,
  ],
];
