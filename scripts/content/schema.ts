import { z } from 'zod';
import { bookingFields, rulesOf } from '../../booking/booking.ts';
import type { SpamSignal } from '../../booking/spam.ts';
import { ownPaths } from '../../server/config/addresses.ts';
import { neededDetails } from '../../server/config/missing-details.ts';
import { fixedParts, headlineSize, vignetteNames } from '../../site/choices.ts';
import { shareActions } from '../../site/share-actions.ts';
import {
  addFaults,
  cards,
  choices,
  coloursSchema,
  icon,
  list,
  perLanguage,
  picture,
  slot,
  text,
  texts,
} from './rules.ts';

const object = z.strictObject;

// The sizes were measured at 320 to 1440 px with German text. A word that is longer than its line
// would be broken anywhere.
const button = text(26);
const line = text(60, 24);
const paragraph = text(220, 24);
const section = (word: number) => ({ title: text(58, word), lede: paragraph });
const step = { icon: icon(), title: text(11), description: text(90, 24) };
const figure = object({ name: text(12), meaning: text(30, 14) });
const sign = object({ sign: text(1), name: text(24) });
const legalText = text(2000, 40, 'mail', 'webhook', ...neededDetails);
const point = { term: text(80, 39), text: legalText };
const language = z.string().refine(isLanguage, 'is no language. Write a code: en, de, pt-BR …');
const path = z.string().refine(isFreePath, 'is no path of its own. Write small letters: terms.');
const optionLabels = bookingFields.flatMap((field) => {
  const { options } = rulesOf(field);
  return options ? [[field, object(texts(text(28), ...options))]] : [];
});

/** The files of content/ that hold for every language, by name, each as an object of its exports. */
export const sharedSchema = {
  brand: object({
    brand: object({
      name: text(24, 12),
      subBrand: text(40, 34),
      mail: z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'is no mail address.'),
      logo: picture({ width: 256, height: 256, mark: true }, ''),
      initial: text(1),
      languages: list(language, 1, 6),
    }),
  }),
  colours: object({ colours: coloursSchema }),
  provider: object({
    provider: object({
      ...texts(perLanguage(slot(text(120, 40))), 'legalName', 'address', 'register', 'licence'),
      supervisoryBody: perLanguage(slot(text(120, 40))),
      storagePeriod: perLanguage(slot(text(40))),
      contact: object({
        title: perLanguage(text(30, 17)),
        name: perLanguage(slot(text(40, 17))),
        role: perLanguage(slot(text(60, 19))),
        picture: picture({ width: 192, height: 192 }, ''),
        phone: slot(z.string().regex(/^\+?[\d ()/.-]{5,24}$/, 'is no phone number.')),
        office: perLanguage(slot(text(120, 19))),
      }),
      reference: object({
        text: perLanguage(slot(text(280, 15))),
        from: perLanguage(slot(text(120, 28))),
      }),
    }),
  }),
};

const landing = object({
  hero: object({
    ...texts(text(24), 'eyebrow', 'action'),
    title: z.string(),
    titleAccent: z.string(),
    ...texts(text(220, 29), 'lede', 'summary'),
    secondAction: text(32),
    figuresTitle: line,
    figures: list(object({ figure: text(4), label: text(33, 13) }), 2, 5),
  }).superRefine(checkHeadline),
  solution: object({ ...section(12), claims: cards(text(40, 15), text(130, 22), 2, 9) }),
  architecture: object({
    ...section(15),
    drawingLabel: text(100),
    drivers: object({ ...step, names: list(text(22, 11), 6, 14) }),
    erp: object({ ...step, label: text(14, 6) }),
    processing: object({ ...step, parts: cards(text(16, 8), text(25, 9), 2, 3) }),
    token: object({ ...step, chains: list(object({ symbol: text(4), name: text(9) }), 1, 2) }),
  }),
  cases: object({
    ...section(15),
    mark: text(28, 14),
    labels: object({ supply: figure, holders: figure, markets: figure }),
    stories: list(
      object({
        picture: picture({ width: 480, height: 436 }, ...vignetteNames),
        alt: text(120),
        title: text(32, 15),
        records: text(60, 24),
        valueLabel: text(22),
        ...texts(text(12), 'supply', 'holders', 'markets'),
      }),
      1,
      6,
    ),
  }),
  revenue: object({
    ...section(15),
    dialLabel: text(120),
    themes: cards(text(40, 22), text(110, 31), 2, 8),
  }),
  security: object({
    ...section(15),
    ringsLabel: text(120),
    ringsCaption: text(52, 27),
    themes: cards(text(45, 20), text(110, 24), 2, 10),
  }),
  questions: object({
    title: text(58, 15),
    entries: list(object({ question: text(90, 24), answer: slot(text(600, 24)) }), 0, 12),
  }),
  join: object({
    ...section(10),
    offers: cards(text(25, 10), text(96, 15), 1, 3),
    action: text(19),
  }),
  footer: object({ quickLinks: button, contact: text(22), poweredBy: text(30, 20) }),
});

export const sectionIds = Object.keys(landing.shape).filter(
  (name) => !fixedParts.some((part) => part === name),
);

/** The files of a language's folder, in the same way. */
export const languageSchema = object({
  demonstrations: object({
    sixtyDays: object({
      turn: text(30, 14),
      day: text(30, 14, 'day'),
      steps: list(object({ title: text(18, 14), description: text(70, 20) }), 4, 4),
      note: text(110, 24),
    }),
    alteredFigure: object({
      title: text(40, 15),
      lede: paragraph,
      mark: text(50, 24),
      rows: list(object({ name: text(14), value: text(26, 16) }), 1, 4),
      figure: object({ name: text(14), value: z.string().regex(/^\d{1,4}$/, 'is no number.') }),
      less: sign,
      more: sign,
      ...texts(text(16), 'restore', 'filed', 'now'),
      ...texts(text(90, 20), 'intact', 'broken'),
    }),
  }),
  landing,
  legal: object({
    legal: object({
      sample: text(40),
      disclaimer: text(240, 40),
      documents: list(
        object({ path, title: text(40, 24), points: list(object(point), 1, 20) }),
        0,
        6,
      ),
      privacy: object({
        title: text(40),
        points: list(object({ ...point, when: z.literal('inbox').optional() }), 1, 20),
      }),
    }),
  }),
  inbox: object({ inbox: inboxSchema() }),
  mail: object({
    mail: object({
      subject: text(100, 60, 'name', 'company_name'),
      labels: object(texts(text(24), 'created_at', 'language', 'id')),
      ...texts(text(200), 'heading', 'zone', 'reply'),
      quarantined: object({ one: text(200), many: text(200, 60, 'count') }),
      reminder: object({
        subject: object({
          one: text(100, 60, 'name', 'company_name'),
          many: text(100, 60, 'count'),
        }),
        heading: text(100),
        text: text(200, 60, 'duration'),
        more: text(60, 30, 'count'),
        mark: text(200, 60, 'way'),
      }),
      sent: text(200, 60, 'brand'),
      test: object({ heading: text(100), ...texts(text(300, 60, 'brand'), 'subject', 'text') }),
    }),
    signInMail: object(texts(text(200, 60, 'brand'), 'subject', 'open', 'validity', 'unasked')),
  }),
  messages: object({
    controls: object({
      ...texts(button, 'home', 'close', 'previous', 'next', 'backToHome'),
      ...texts(line, 'skip', 'sections'),
      menu: text(6),
    }),
    bookingForm: object({
      title: text(25, 11),
      labels: object(texts(text(28), ...bookingFields)),
      options: object(Object.fromEntries(optionLabels)),
      choose: text(28),
      ...texts(button, 'submit', 'submitting'),
      length: text(120, 30, 'max'),
      ...texts(paragraph, 'lede', 'leaveEmpty', 'slow', 'failed', 'offline'),
      ...texts(paragraph, 'writeInstead', 'withoutScript'),
    }),
    alerts: object(texts(text(200, 17), 'booked', 'copied', 'copyByHand')),
    certificate: object({
      ...texts(text(28, 20), 'title', 'notice'),
      serial: text(10),
      meaning: text(110, 20),
      ...texts(button, 'print', 'save'),
    }),
    nextSteps: object({
      ...texts(line, 'title', 'arrived'),
      steps: list(object({ title: line, detail: slot(paragraph) }), 1, 5),
    }),
    errorScreen: object({ title: text(46, 15), request: text(30), help: paragraph }),
  }),
  navigation: object({ sections: choices(sectionIds, 19) }),
  records: object({
    records: object({
      invitation: text(44, 24),
      mark: text(15, 9, 'number'),
      announcement: text(220, 24, 'mark', 'driver', 'record', 'erp', 'shares', 'chains'),
      samples: list(object({ record: text(30, 14), shares: list(text(14, 10), 2, 3) }), 6, 14),
    }),
  }),
  report: object({
    report: object({
      title: text(30),
      subject: text(100, 60, 'brand', 'week', 'year'),
      attached: text(200),
      footer: text(120, 60, 'time'),
      labels: object({
        ...texts(text(30), 'leads', 'busiest', 'contacted', 'median', 'worst', 'open', 'oldest'),
        ...texts(text(30), 'quarantined', 'mail', 'webhook'),
        ...texts(text(34, 34, 'duration'), 'kept', 'overdue'),
      }),
      share: text(40, 40, 'share', 'part', 'whole'),
      onDay: text(30, 30, 'count', 'day'),
      delivered: text(50, 40, 'channel', 'done'),
      deliveries: text(70, 40, 'done', 'pending', 'dead'),
      headings: object(texts(text(34), 'days', 'contact', 'open', 'quarantined', 'deliveries')),
      contactTimes: list(text(18), 7, 7),
      ages: list(text(18), 5, 5),
      legend: object({
        spam: text(40),
        undelivered: text(60, 40, 'pending', 'dead'),
        late: text(40, 40, 'duration'),
      }),
      nothing: object(texts(text(40), 'leads', 'contact', 'open', 'deliveries')),
    }),
  }),
  share: object({
    share: object({
      ...texts(line, 'title', 'subject', 'newWindow'),
      ...texts(text(16), 'button', 'copied'),
      options: choices(Object.keys(shareActions), 28),
    }),
  }),
});

/** What the inbox says. What stands in a row or on a button is short. */
function inboxSchema() {
  const counts = object({ one: text(120, 24, 'count'), many: text(120, 24, 'count') });
  const folders = ['new', 'contacted', 'closed', 'quarantined', 'all'];
  return object({
    title: text(16),
    ...texts(paragraph, 'withoutScript', 'loading', 'unreachable', 'offline'),
    ...texts(paragraph, 'failed', 'noAnswer', 'dismiss'),
    nav: object(texts(button, 'label', 'leads', 'report', 'keys', 'signOut')),
    signIn: object({
      ...texts(button, 'title', 'email', 'send', 'again', 'confirm'),
      ...texts(paragraph, 'lede', 'sent', 'ready', 'wrong', 'ended'),
      tooMany: text(120, 24, 'time'),
    }),
    list: object({
      ...texts(text(16), ...folders, 'unread', 'overdue', 'undelivered', 'note'),
      ...texts(button, 'label', 'folders', 'search', 'selectAll', 'export', 'older'),
      select: text(40, 24, 'name'),
      selected: text(24, 24, 'count'),
      ...texts(counts, 'shown', 'arrived'),
      empty: object(texts(paragraph, ...folders, 'search')),
      choose: paragraph,
    }),
    actions: object({
      ...texts(text(22), 'contacted', 'close', 'reopen', 'erase', 'accept', 'undo'),
      ...texts(counts, 'erasing', 'accepting', 'erased', 'accepted'),
      ...texts(paragraph, 'undone', 'notErased', 'notAccepted'),
      ...texts(object(texts(text(220, 24, 'count'), 'one', 'many')), 'stays', 'conflicts'),
    }),
    lead: object({
      ...texts(button, 'label', 'back', 'previous', 'next', 'reply', 'save', 'resend'),
      ...texts(text(40), 'asked', 'firstContacted', 'closedAt', 'note', 'deliveries', 'history'),
      ...texts(paragraph, 'missing', 'spam', 'noteHint', 'saved', 'unsaved'),
      ...texts(paragraph, 'noteFailed', 'conflict', 'noDeliveries', 'lastError', 'resent'),
      webhook: text(40),
      serial: text(30, 24, 'serial'),
      replySubject: text(80, 24, 'brand'),
      replyGreeting: text(400, 24, 'name'),
      mail: text(40, 24, 'address'),
      ...texts(text(60, 24, 'when', 'count'), 'done', 'pending', 'retried', 'dead'),
      by: text(20, 20, 'who'),
      actions: object(
        texts(
          text(40),
          ...['contacted', 'closed', 'reopened', 'noted', 'accepted', 'replayed', 'reminded'],
        ),
      ),
      programs: object(texts(text(30), 'cli', 'server')),
    }),
    spam: object({
      ...{ honeypot: text(80), 'link-in-name': text(80), markup: text(80) },
      ...{ 'random-letters': text(80), 'link-in-company': text(80), 'same-values': text(80) },
      sentence: text(80),
    } satisfies Record<SpamSignal, z.ZodType>),
    report: object({
      title: line,
      ...texts(button, 'text', 'print'),
      alt: paragraph,
    }),
    keys: object({
      ...texts(button, 'title', 'on', 'close'),
      ...texts(paragraph, 'lede', 'onHint'),
      list: object(texts(text(40), ...'jkuxcern#z/?')),
    }),
  });
}

/** The longer the headline, the smaller it is set, and the longer its words may be. */
function checkHeadline(hero: Parameters<typeof headlineSize>[0], context: z.RefinementCtx): void {
  const { word } = headlineSize(hero);
  for (const [name, letters] of [
    ['title', 110],
    ['titleAccent', 30],
  ] as const)
    addFaults(text(letters, word), hero[name], context, [name]);
}

/** A path that no page and no file of the program has. */
function isFreePath(path: string): boolean {
  return (
    /^[a-z][a-z0-9-]{2,30}$/.test(path) &&
    !ownPaths.test(`/${path}`) &&
    !['rest', 'inbox'].includes(path)
  );
}

/** BCP 47. */
function isLanguage(code: string): boolean {
  const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  try {
    return languages.of(code) !== undefined;
  } catch {
    return false;
  }
}
