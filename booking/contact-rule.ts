import type { ContactPromise } from './deadline.ts';

type Times = Readonly<
  Record<ContactPromise['unit'], { readonly one: string; readonly other: string }>
>;

/** `rule` has {time} in it; the times have {count}. */
export interface RuleTexts {
  rule: string;
  times: Times;
  workingTimes: Times;
}

/** 'We will contact you within 4 hours.', in a language (BCP 47) and its texts. */
export function contactRuleOf(promise: ContactPromise, texts: RuleTexts, language: string): string {
  const { count, unit, hours } = promise;
  const times = hours === undefined ? texts.times : texts.workingTimes;
  const isOne = new Intl.PluralRules(language).select(count) === 'one';
  const time = times[unit][isOne ? 'one' : 'other'].replace('{count}', String(count));
  return texts.rule.replace('{time}', time);
}
