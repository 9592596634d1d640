/** A place for words on the site, and what it holds. */
export interface Place {
  /** The file in content/, without its ending. */
  file: string;
  /** Where in the file: names joined by dots, `*` for each entry of a list. */
  path: string;
  /** What a reader calls it; `{nth}` stands for first, second … */
  name: string;
  /** The most letters. */
  letters: number;
  /** The most letters of one word: a longer one is broken anywhere on a narrow screen. */
  word: number;
}

/**
 * The limits were measured in Chromium at 320, 390, 768, 896, 1024 and 1440 px with German words:
 * what the narrowest of them holds in as many lines as the place bears (docs/decisions/0037).
 */
export const places: Place[] = [
  ...inFile('brand', [
    ['brand.name', 'the name', 24, 12],
    ['brand.subBrand', 'the sub-brand', 40, 34],
    ['brand.mail', 'the mail address', 60, 60],
    ['brand.initial', 'the letter of the token', 1, 1],
    ['brand.language', 'the language', 12, 12],
  ]),
  ...inFile('navigation', [['sections.*.name', 'the {nth} name', 19, 19]]),
  ...inFile('share', [
    ['share.button', 'the button', 16, 16],
    ['share.title', 'the title of the menu', 60, 24],
    ['share.subject', 'the subject of the mail', 40, 40],
    ['share.text', 'the text', 200, 60],
    ['share.newWindow', 'the note on a new window', 60, 40],
    ['share.options.*.name', 'the name of the {nth} option', 28, 28],
  ]),
  ...inFile('messages', [
    ['pageTitles.landing.title', 'the title of the landing page', 60, 60],
    ['pageTitles.landing.description', 'the description of the landing page', 160, 60],
    ['pageTitles.book.title', 'the title of the form page', 60, 60],
    ['pageTitles.book.description', 'the description of the form page', 160, 60],
    ['controls.skip', 'the link to the content', 40, 28],
    ['controls.home', 'the word for the home page', 30, 30],
    ['controls.menu', 'the menu button', 6, 6],
    ['controls.sections', 'the name of the navigation', 40, 40],
    ['controls.close', 'the word for closing', 30, 30],
    ['controls.backToHome', 'the way back', 27, 27],
    ['bookingForm.title', 'the title of the form', 25, 11],
    ['bookingForm.lede', 'the text above the form', 220, 29],
    ['bookingForm.labels.name', 'the label of the name', 28, 28],
    ['bookingForm.labels.company_name', 'the label of the company', 28, 28],
    ['bookingForm.labels.email', 'the label of the address', 28, 28],
    ['bookingForm.leaveEmpty', 'the label of the field to leave empty', 60, 28],
    ['bookingForm.submit', 'the button of the form', 26, 26],
    ['bookingForm.submitting', 'the button while it sends', 26, 26],
    ['bookingForm.failed', 'the message of a failure', 160, 24],
    ['bookingForm.length', 'the rule for the length', 120, 30],
    ['bookingForm.withoutScript', 'the message without a script', 160, 24],
    ['unsentNote.title', 'the title of what is not sent', 40, 20],
    ['unsentNote.kept.one', 'the note on what is kept', 160, 24],
    ['unsentNote.kept.several', 'the note on several that are kept', 160, 24],
    ['unsentNote.byItself.one', 'the note on sending by itself', 160, 24],
    ['unsentNote.byItself.several', 'the note on sending several by itself', 160, 24],
    ['unsentNote.sending', 'the button while it sends again', 26, 26],
    ['unsentNote.again', 'the button for sending again', 26, 26],
    ['unsentNote.discard', 'the button for throwing away', 26, 26],
    ['unsentNote.discarded', 'the message after throwing away', 160, 24],
    ['unsentNote.gone', 'the message after another tab sent it', 160, 24],
    ['alerts.booked', 'the thanks', 200, 17],
    ['alerts.copied', 'the message after copying', 200, 17],
    ['alerts.copyByHand', 'the message where copying fails', 200, 17],
    ['errorScreen.title', 'the title of the error screen', 46, 15],
    ['errorScreen.request', 'the word for the request', 30, 30],
    ['errorScreen.help', 'the help on the error screen', 160, 24],
  ]),
  ...inFile('landing', [
    ['hero.eyebrow', 'the line above the headline', 24, 24],
    ['hero.title', 'the headline', 34, 11],
    ['hero.titleAccent', 'the end of the headline', 16, 11],
    ['hero.lede', 'the text below the headline', 220, 29],
    ['hero.action', 'the first button', 22, 22],
    ['hero.secondAction', 'the link beside the first button', 32, 32],
    ['hero.figuresTitle', 'the title of the figures', 60, 40],
    ['hero.figures.*.figure', 'the {nth} figure', 4, 4],
    ['hero.figures.*.label', 'the label of the {nth} figure', 33, 13],
    ...section('solution', 12),
    ...cards('solution.claims', 'claim', [40, 15], [130, 22]),
    ...section('architecture', 15),
    ['architecture.drawingLabel', 'the name of the drawing', 100, 60],
    ...step('drivers', 'input'),
    ['architecture.drivers.names.*', 'the {nth} driver', 22, 11],
    ...step('erp', 'ERP'),
    ['architecture.erp.label', 'the words in the seal', 14, 6],
    ...step('processing', 'processing'),
    ...cards('architecture.processing.parts', 'part', [16, 8], [25, 9]),
    ...step('token', 'token'),
    ['architecture.token.chains.*.symbol', 'the short name of the {nth} blockchain', 4, 4],
    ['architecture.token.chains.*.name', 'the {nth} blockchain', 9, 9],
    ...section('cases', 15),
    ['cases.mark', 'the mark of the stories', 14, 14],
    ['cases.labels.supply', 'the label of the supply', 12, 12],
    ['cases.labels.holders', 'the label of the holders', 12, 12],
    ['cases.labels.markets', 'the label of the markets', 12, 12],
    ['cases.stories.*.alt', 'the description of the picture of the {nth} story', 120, 60],
    ['cases.stories.*.title', 'the title of the {nth} story', 32, 15],
    ['cases.stories.*.valueLabel', 'the value label of the {nth} story', 22, 22],
    ['cases.stories.*.supply', 'the supply of the {nth} story', 12, 12],
    ['cases.stories.*.holders', 'the holders of the {nth} story', 12, 12],
    ['cases.stories.*.markets', 'the markets of the {nth} story', 12, 12],
    ...section('revenue', 15),
    ['revenue.dialLabel', 'the name of the dial', 120, 60],
    ...cards('revenue.themes', 'revenue theme', [40, 22], [110, 31]),
    ...section('security', 15),
    ['security.ringsLabel', 'the name of the rings', 120, 60],
    ['security.ringsCaption', 'the words below the rings', 52, 27],
    ...cards('security.themes', 'security theme', [45, 20], [110, 24]),
    ['join.eyebrow', 'the line above the title of ‘join’', 20, 20],
    ...section('join', 10),
    ...cards('join.offers', 'offer', [25, 10], [96, 15]),
    ['join.action', 'the last button', 19, 19],
    ['footer.quickLinks', 'the title of the quick links', 27, 27],
    ['footer.contact', 'the title of the contact', 22, 22],
    ['footer.poweredBy', 'the words before the sub-brand', 30, 20],
  ]),
  ...inFile('legal', [
    ['legal.provider', 'the line on the provider', 240, 40],
    ['legal.disclaimer', 'the disclaimer', 120, 40],
    ['legal.privacy.title', 'the title of the privacy notice', 40, 40],
    ['legal.privacy.points.*.term', 'the heading of the {nth} point', 80, 39],
    ['legal.privacy.points.*.text', 'the text of the {nth} point', 2000, 40],
    ['legal.privacy.device.term', 'the heading on the device', 80, 39],
    ['legal.privacy.device.withKey', 'the text on the device', 2000, 40],
    ['legal.privacy.device.withoutKey', 'the text on the device without a key', 2000, 40],
  ]),
  ...inFile('mail', [
    ['mail.subject', 'the subject', 100, 60],
    ['mail.heading', 'the heading', 100, 60],
    ['mail.labels.name', 'the label of the name', 24, 24],
    ['mail.labels.company_name', 'the label of the company', 24, 24],
    ['mail.labels.email', 'the label of the address', 24, 24],
    ['mail.labels.created_at', 'the label of the time', 24, 24],
    ['mail.labels.id', 'the label of the number', 24, 24],
    ['mail.zone', 'the time zone', 12, 12],
    ['mail.reply', 'the note on answering', 200, 60],
    ['mail.suspects.one', 'the line on one suspect', 200, 60],
    ['mail.suspects.many', 'the line on suspects', 200, 60],
    ['mail.sent', 'the last line', 200, 60],
    ['mail.test.subject', 'the subject of the test', 100, 60],
    ['mail.test.heading', 'the heading of the test', 100, 60],
    ['mail.test.text', 'the text of the test', 300, 60],
  ]),
];

/** How many entries a list of the landing page may have. */
export const lists: { file: string; path: string; name: string; least: number; most: number }[] = [
  { file: 'navigation', path: 'sections', name: 'the navigation', least: 1, most: 6 },
  { file: 'share', path: 'share.options', name: 'the options', least: 1, most: 7 },
  { file: 'landing', path: 'hero.figures', name: 'the figures', least: 2, most: 5 },
  { file: 'landing', path: 'solution.claims', name: 'the claims', least: 2, most: 9 },
  { file: 'landing', path: 'architecture.drivers.names', name: 'the drivers', least: 6, most: 14 },
  { file: 'landing', path: 'architecture.processing.parts', name: 'the parts', least: 2, most: 3 },
  {
    file: 'landing',
    path: 'architecture.token.chains',
    name: 'the blockchains',
    least: 1,
    most: 2,
  },
  { file: 'landing', path: 'cases.stories', name: 'the stories', least: 1, most: 6 },
  { file: 'landing', path: 'revenue.themes', name: 'the revenue themes', least: 2, most: 8 },
  { file: 'landing', path: 'security.themes', name: 'the security themes', least: 2, most: 10 },
  { file: 'landing', path: 'join.offers', name: 'the offers', least: 1, most: 3 },
  { file: 'legal', path: 'legal.privacy.points', name: 'the points', least: 1, most: 20 },
];

type Row = [path: string, name: string, letters: number, word: number];

function inFile(file: string, rows: Row[]): Place[] {
  return rows.map(([path, name, letters, word]) => ({ file, path, name, letters, word }));
}

function section(id: string, word: number): Row[] {
  return [
    [`${id}.title`, `the title of ‘${id}’`, 58, word],
    [`${id}.lede`, `the text below the title of ‘${id}’`, 220, 24],
  ];
}

function step(id: string, name: string): Row[] {
  return [
    [`architecture.${id}.title`, `the title of the ${name}`, 11, 11],
    [`architecture.${id}.description`, `the text of the ${name}`, 90, 24],
  ];
}

type Size = [letters: number, word: number];

function cards(path: string, name: string, title: Size, description: Size): Row[] {
  return [
    [`${path}.*.title`, `the title of the {nth} ${name}`, ...title],
    [`${path}.*.description`, `the text of the {nth} ${name}`, ...description],
  ];
}
