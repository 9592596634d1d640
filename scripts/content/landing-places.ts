import type { Row } from './places.ts';

/** The places of content/landing.ts, from the top of the page down. */
export const landingRows: Row[] = [
  ['hero.eyebrow', 'the line above the headline', 24, 24],
  ['hero.title', 'the headline', 34, 11],
  ['hero.titleAccent', 'the end of the headline', 16, 11],
  ['hero.lede', 'the text below the headline', 220, 29],
  ['hero.summary', 'the summary for search engines', 160, 60],
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
  ['cases.stories.*.picture', 'the drawing of the {nth} story', 40, 40],
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
];

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
    [`${path}.*.icon`, `the icon of the {nth} ${name}`, 40, 40],
    [`${path}.*.title`, `the title of the {nth} ${name}`, ...title],
    [`${path}.*.description`, `the text of the {nth} ${name}`, ...description],
  ];
}
