import { z } from 'zod';
import { bookingFields } from '../../booking/booking.ts';
import { ownPaths } from '../../server/config/addresses.ts';
import { neededDetails } from '../../server/config/missing-details.ts';
import { fixedParts } from '../../site/sections.ts';
import { shareActions } from '../../site/share-actions.ts';
import {
  cards,
  choices,
  coloursSchema,
  drawingNames,
  icon,
  list,
  perLanguage,
  picture,
  slot,
  text,
  texts,
} from './rules.ts';

const object = z.strictObject;

// The sizes were measured at 320 to 1440 px with German text.
const button = text(26);
const line = text(60);
const paragraph = text(220);
const section = { title: text(58), lede: paragraph };
const step = { icon, title: text(11), description: text(90) };
const figure = object({ name: text(12), meaning: text(30) });
const sign = object({ sign: text(1), name: text(24) });
const legalText = text(2000, 'mail', 'webhook', ...neededDetails);
const point = { term: text(80), text: legalText };
// BCP 47, as the folders of texts are named.
const language = z
  .string()
  .regex(/^[a-z]{2,3}(-\w{2,8})*$/, 'is no language. Write a code: en, de, pt-BR …');
const path = z
  .string()
  .regex(/^(?!rest$)[a-z][a-z0-9-]{2,30}$/, 'is no path. Write small letters: terms.')
  .refine((name) => !ownPaths.test(`/${name}`), 'is a path of the program. Choose another.');

export const brandSchema = object({
  brand: object({
    name: text(24),
    subBrand: text(40),
    mail: z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'is no mail address.'),
    logo: slot(picture()),
    initial: text(1),
    languages: list(language, 1, 6),
  }),
});

/** The files of content/ that hold for every language, by name, each as an object of its exports. */
export function sharedSchema(languages: readonly string[]) {
  const detail = (letters: number) => perLanguage(slot(text(letters)), languages);
  const period = slot(text(40));
  return {
    brand: brandSchema,
    colours: object({ colours: coloursSchema }),
    provider: object({
      provider: object({
        ...texts(detail(120), 'legalName', 'address', 'register', 'licence', 'supervisoryBody'),
        storagePeriod: perLanguage(
          period,
          languages,
          languages.length > 1 ? z.literal('') : period,
        ),
        contact: object({
          title: perLanguage(text(30), languages),
          name: detail(40),
          role: detail(60),
          picture: slot(picture()),
          phone: slot(z.string().regex(/^\+?[\d ()/.-]{5,24}$/, 'is no phone number.')),
          office: detail(120),
        }),
        reference: object({ text: detail(280), from: detail(120) }),
      }),
    }),
  };
}

const landing = object({
  hero: object({
    ...texts(text(24), 'eyebrow', 'action'),
    title: text(110),
    titleAccent: text(30),
    ...texts(text(220), 'lede', 'summary'),
    secondAction: text(32),
    figuresTitle: line,
    figures: list(object({ figure: text(4), label: text(33) }), 2, 5),
  }),
  solution: object({ ...section, claims: cards(text(40), text(130), 2, 9) }),
  architecture: object({
    ...section,
    drawingLabel: text(100),
    drivers: object({ ...step, names: list(text(22), 6, 14) }),
    erp: object({ ...step, label: text(14) }),
    processing: object({ ...step, parts: cards(text(16), text(25), 2, 3) }),
    token: object({ ...step, chains: list(object({ symbol: text(4), name: text(9) }), 1, 2) }),
  }),
  cases: object({
    ...section,
    mark: text(28),
    labels: object(texts(figure, 'supply', 'holders', 'markets')),
    stories: list(
      object({
        picture: picture(...drawingNames('vignettes')),
        alt: text(120),
        title: text(32),
        records: text(60),
        valueLabel: text(22),
        ...texts(text(12), 'supply', 'holders', 'markets'),
      }),
      1,
      6,
    ),
  }),
  revenue: object({
    ...section,
    dialLabel: text(120),
    themes: cards(text(40), text(110), 2, 8),
  }),
  security: object({
    ...section,
    ringsLabel: text(120),
    ringsCaption: text(52),
    themes: cards(text(45), text(110), 2, 10),
  }),
  questions: object({
    title: text(58),
    entries: list(object({ question: text(90), answer: slot(text(600)) }), 0, 12),
  }),
  join: object({
    ...section,
    offers: cards(text(25), text(96), 1, 3),
    action: text(19),
  }),
  footer: object({ quickLinks: button, contact: text(22), poweredBy: text(30) }),
});

export const sectionIds = Object.keys(landing.shape).filter(
  (name) => !fixedParts.some((part) => part === name),
);

const documents = object({ path, title: text(40), points: list(object(point), 1, 20) });

/** The files of a language's folder, in the same way. */
export function languageSchema() {
  return object({
    demonstrations: object({
      alteredFigure: object({
        title: text(40),
        lede: paragraph,
        mark: text(50),
        rows: list(object({ name: text(14), value: text(26) }), 1, 4),
        figure: object({ name: text(14), value: z.string().regex(/^\d{1,4}$/, 'is no number.') }),
        less: sign,
        more: sign,
        ...texts(text(16), 'restore', 'filed', 'now'),
        ...texts(text(90), 'intact', 'broken'),
      }),
    }),
    landing,
    legal: object({
      legal: object({
        sample: text(40),
        disclaimer: text(240),
        documents: list(documents, 0, 6),
        privacy: object({
          title: text(40),
          points: list(object({ ...point, when: z.literal('inbox').optional() }), 1, 20),
        }),
      }),
    }),
    messages: object({
      controls: object({
        ...texts(button, 'home', 'close', 'previous', 'next', 'backToHome'),
        ...texts(line, 'skip', 'sections'),
        menu: text(6),
      }),
      bookingForm: object({
        title: text(25),
        labels: object(texts(text(28), ...bookingFields)),
        ...texts(button, 'submit', 'submitting'),
        length: text(120, 'max'),
        ...texts(paragraph, 'lede', 'leaveEmpty', 'slow', 'failed', 'offline'),
        ...texts(paragraph, 'writeInstead', 'withoutScript'),
      }),
      alerts: object(texts(text(200), 'booked', 'copied', 'copyByHand')),
      certificate: object({
        ...texts(text(28), 'title', 'notice'),
        serial: text(10),
        meaning: text(110),
        ...texts(button, 'print', 'save'),
      }),
      nextSteps: object({
        ...texts(line, 'title', 'arrived'),
        steps: list(object({ title: line, detail: slot(paragraph) }), 1, 5),
      }),
      errorScreen: object({ title: text(46), request: text(30), help: paragraph }),
    }),
    navigation: object({ sections: choices(sectionIds, 19) }),
    records: object({
      records: object({
        invitation: text(44),
        mark: text(15, 'number'),
        announcement: text(220, 'mark', 'driver', 'record', 'erp', 'shares', 'chains'),
        samples: list(object({ record: text(30), shares: list(text(14), 2, 3) }), 6, 14),
      }),
    }),
    share: object({
      share: object({
        ...texts(line, 'title', 'subject', 'newWindow'),
        button: text(16),
        options: choices(Object.keys(shareActions), 28),
      }),
    }),
  });
}
