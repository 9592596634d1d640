import { z } from 'zod';
import { bookingFields } from '../../booking/booking.ts';
import { ownPaths } from '../../server/config/addresses.ts';
import { neededDetails } from '../../server/config/warnings.ts';
import { fixedParts, mapValues } from '../../site/copy.ts';
import { shareActions } from '../../site/share-actions.ts';
import {
  cards,
  choices,
  colours,
  document,
  drawingNames,
  icon,
  link,
  list,
  perLanguage,
  picture,
  slot,
  text,
  texts,
} from './rules.ts';

const object = z.strictObject;

// The numbers are limits in letters, measured at 320 to 1440 px with German text.
const section = texts({ title: 58, lede: 220 });
const step = texts({ title: 11, description: 90 });
const time = object({ one: text(60, 'count'), other: text(60, 'count') });
const times = object({ m: time, h: time, d: time });
const sign = object(texts({ sign: 1, name: 24 }));
const point = {
  term: text(80),
  text: text(2000, 'mail', 'webhook', 'receipt', 'scheduling', ...neededDetails),
};
// BCP 47, like the names of the language folders.
const language = z
  .string()
  .regex(/^[a-z]{2,3}(-\w{2,8})*$/, 'is not a language code. Write one such as en, de or pt-BR.');
const path = z
  .string()
  .regex(/^(?!rest$)[a-z][a-z0-9-]{2,30}$/, 'is not a path. Use lowercase letters: terms.')
  .refine((name) => !ownPaths.test(`/${name}`), 'is a path of the program. Choose another.');

export const brandFile = object({
  brand: object({
    ...texts({ name: 24, initial: 1 }),
    subBrand: slot(text(40)),
    mail: z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'is not an email address.'),
    logo: slot(picture()),
    languages: list(language, 1, 6),
  }),
});

/** The schema of each file of content/ that all languages share, by name. */
export function sharedFiles(languages: readonly string[]) {
  const detail = (letters: number) => perLanguage(slot(text(letters)), languages);
  const details = <Name extends string>(limits: Record<Name, number>) => mapValues(limits, detail);
  const needed = (letters: number) => perLanguage(text(letters), languages);
  return {
    brand: brandFile,
    colours: object({ colours }),
    provider: object({
      provider: object({
        ...details({ legalName: 120, address: 120, register: 120, licence: 120 }),
        ...details({ supervisoryBody: 120, storagePeriod: 40, onChain: 200, jurisdictions: 60 }),
        contact: object({
          title: needed(30),
          ...details({ name: 40, role: 60, office: 120 }),
          picture: slot(picture()),
          phone: slot(z.string().regex(/^\+?[\d ()/.-]{5,24}$/, 'is not a phone number.')),
        }),
        // All four are in one line of the first view.
        call: object(details({ length: 25, cost: 25, who: 25, language: 25 })),
        levels: list(detail(24), 6, 6).refine(
          (levels) => [0, levels.length].includes(levels.filter(Boolean).length),
          'must name all six levels or none.',
        ),
        credentials: list(
          object({ name: needed(60), ...details({ issuer: 60, number: 60 }), link: slot(link) }),
          0,
          8,
        ),
        references: list(object({ text: needed(280), from: needed(120) }), 0, 3),
      }),
    }),
  };
}

const parts = {
  hero: object({
    ...texts({ pageTitle: 60, eyebrow: 24, title: 110, titleAccent: 30, lede: 220 }),
    terms: list(object({ term: text(14), text: text(90, 'call') }), 0, 4),
    ...texts({ summary: 220, pictureLine: 60 }),
    ...texts({ action: 24, secondAction: 32, figuresTitle: 60 }),
    figures: list(
      object({ ...texts({ figure: 4, label: 33 }), detail: slot(text(40)).optional() }),
      2,
      5,
    ),
  }),
  solution: object({ ...section, claims: cards({ title: 40, description: 130 }, 2, 9) }),
  architecture: object({
    ...section,
    drawingLabel: text(100),
    drivers: object({ ...step, names: list(text(22), 6, 14) }),
    erp: object({ ...step, label: text(14) }),
    processing: object({
      ...step,
      parts: list(object(texts({ title: 16, description: 25 })), 2, 3),
    }),
    token: object({ ...step, others: text(30) }),
    blockchains: object({ ...step, chains: list(object(texts({ symbol: 4, name: 9 })), 1, 2) }),
  }),
  cases: object({
    ...section,
    note: slot(text(220)),
    labels: object(
      texts({ records: 12, token: 12, result: 12, supply: 24, holders: 12, markets: 12 }),
    ),
    stories: list(
      object({
        picture: picture(...drawingNames('vignettes')),
        ...texts({ alt: 120, title: 32, valueLabel: 22 }),
        ...texts({ records: 60, token: 60, result: 60 }),
        ...texts({ supply: 12, holders: 12, markets: 12 }),
        mark: slot(text(28)),
        source: slot(text(80)),
        link: slot(link),
      }),
      1,
      6,
    ),
  }),
  revenue: object({
    ...section,
    ...texts({ dialCaption: 52, moneyTitle: 52 }),
    moneyExample: slot(text(90)),
    money: list(object(texts({ who: 16, what: 40 })), 1, 5),
    groups: list(
      object({ title: text(30), themes: cards({ title: 40, description: 110 }, 1, 4) }),
      1,
      2,
    ),
  }),
  security: object({
    ...section,
    ...texts({ ringsCaption: 52, ringsNote: 90 }),
    themes: list(object({ icon, title: text(45), description: text(150, 'jurisdictions') }), 2, 10),
  }),
  questions: object({
    title: text(58),
    duties: list(object(texts({ who: 40, what: 150 })), 0, 5),
    entries: list(object({ question: text(90), answer: slot(text(600, 'jurisdictions')) }), 0, 12),
  }),
  join: object({
    ...section,
    offers: list(
      object({
        icon,
        ...texts({ title: 25, description: 96 }),
        document: slot(document).optional(),
      }),
      1,
      3,
    ),
    action: text(19),
  }),
  footer: object(texts({ quickLinks: 26, contact: 22, poweredBy: 30 })),
};

const sectionIds = Object.keys(parts).filter((name) => !fixedParts.some((part) => part === name));

const labels = Object.fromEntries(bookingFields.map((field) => [field, text(28)]));

export const languageFiles = {
  demonstrations: object({
    records: object({
      invitation: text(44),
      mark: text(15),
      announcement: text(220, 'driver', 'record', 'erp', 'shares'),
      samples: list(object({ record: text(30), shares: list(text(14), 2, 3) }), 6, 14),
    }),
    alteredFigure: object({
      ...texts({ title: 40, lede: 220, mark: 50, restore: 16, filed: 16, now: 16 }),
      ...texts({ intact: 90, broken: 90 }),
      rows: list(object(texts({ name: 14, value: 26 })), 1, 4),
      figure: object({ name: text(14), value: z.string().regex(/^\d{1,4}$/, 'is not a number.') }),
      less: sign,
      more: sign,
    }),
  }),
  landing: object({ ...parts, sections: choices(sectionIds, 19) }),
  legal: object({
    legal: object({
      ...texts({ sample: 40, disclaimer: 240 }),
      documents: list(object({ path, title: text(40), points: list(object(point), 1, 20) }), 0, 6),
      privacy: object({
        title: text(40),
        points: list(object({ ...point, when: z.enum(['inbox', 'counts']).optional() }), 1, 20),
      }),
    }),
  }),
  messages: object({
    controls: object({
      ...texts({ home: 26, close: 26, backToHome: 26, menu: 6 }),
      ...texts({ skip: 60, sections: 60 }),
    }),
    bookingForm: object({
      ...texts({ title: 25, pageTitle: 60, lede: 220, submit: 26, submitting: 26 }),
      ...texts({ leaveEmpty: 220, slow: 220, failed: 220 }),
      ...texts({ writeInstead: 220, withoutScript: 220 }),
      labels: object(labels),
      length: text(120, 'max'),
    }),
    alerts: object({
      ...texts({ booked: 200, copied: 200, copyByHand: 200 }),
      writeTo: text(120, 'email'),
    }),
    contactRule: object({
      rule: text(120, 'time'),
      moment: text(120, 'moment'),
      chooseTime: text(60),
      times,
      workingTimes: times,
    }),
    receipt: object({ subject: text(80, 'brand'), ignore: text(220) }),
    certificate: object(
      texts({ title: 28, notice: 28, serial: 10, meaning: 110, print: 26, save: 26 }),
    ),
    nextSteps: object({
      ...texts({ title: 60, arrived: 60 }),
      steps: list(object({ title: text(60), detail: slot(text(220)) }), 1, 4),
    }),
    share: object({
      ...texts({ title: 60, subject: 60, newWindow: 60, button: 16 }),
      options: choices(Object.keys(shareActions), 28),
    }),
    reply: object({
      subject: text(80, 'brand'),
      greeting: text(60, 'name'),
      body: text(500, 'brand', 'name'),
    }),
    errorScreen: object(texts({ title: 46, request: 30, help: 220 })),
  }),
};
