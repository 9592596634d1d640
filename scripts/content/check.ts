// node scripts/content/check.ts: whether the texts and colours in content/ suit the site.
import type { z } from 'zod';
import { isReserved } from '../../server/config/addresses.ts';
import { missingDetails } from '../../server/config/missing-details.ts';
import { contentSchema } from './schema.ts';

if (import.meta.main) {
  const { content, faults } = await checkContent();
  for (const sentence of faults.length > 0 ? faults : unfilledIn(content)) console.log(sentence);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** Reads content/ and gives what is wrong with it, a sentence each. */
export async function checkContent() {
  const { content, unreadable } = await readContent();
  return { content, faults: unreadable.length > 0 ? unreadable : faultsIn(content) };
}

/** What is wrong with the content (the exports of each file, by its name), a sentence each. */
export function faultsIn(content: unknown): string[] {
  const result = contentSchema.safeParse(content, { error: sentence });
  if (!result.success)
    return result.error.issues.map(({ path, message }) => `${placeOf(path)} ${message}`);
  return faultsTogether(result.data);
}

/** The fields that must suit each other. */
function faultsTogether(content: z.infer<typeof contentSchema>) {
  const { brand, landing, messages, navigation, records } = content;
  const faults: string[] = [];
  if (!navigation.sections.some(({ id }) => id === 'solution'))
    faults.push(`content/navigation.ts: sections has no 'solution', where the first button leads.`);
  // The letters that the header of 896 px holds; one of the brand counts for two.
  const room = 88 - 2 * brand.brand.name.length;
  const letters = navigation.sections.map(({ name }) => name).join('').length;
  if (letters > room)
    faults.push(
      `content/navigation.ts: sections has names of ${letters} letters together; the header holds ${room} beside the brand. Shorten some.`,
    );
  const title = `${landing.hero.title} ${landing.hero.titleAccent} · ${brand.brand.name}`;
  if (title.length > 65)
    faults.push(
      `content/landing.ts: hero › title makes a page title of ${title.length} letters; search engines show 65. Shorten it.`,
    );
  if (messages.controls.sections === landing.footer.quickLinks)
    faults.push(
      'content/landing.ts: footer › quickLinks is called as the header’s navigation in content/messages.ts. Who hears the page cannot tell them apart: choose another.',
    );
  const { drivers, processing } = landing.architecture;
  const { samples } = records.records;
  if (samples.length !== drivers.names.length)
    faults.push(
      `content/records.ts: records › samples has ${samples.length} records for ${drivers.names.length} drivers. Write one for each, in the order of the names.`,
    );
  const odd = samples.findIndex(({ shares }) => shares.length !== processing.parts.length);
  if (odd !== -1)
    faults.push(
      `content/records.ts: records › samples › no. ${odd + 1} › shares has not one value for each of the ${processing.parts.length} parts of processing.`,
    );
  return faults;
}

/** What is right but not the provider's own yet, a sentence for each file. */
function unfilledIn(content: Record<string, unknown>): string[] {
  return Object.entries(content).flatMap(([file, data]) => {
    const isProvider = file === 'provider';
    const details = isProvider
      ? missingDetails(contentSchema.parse(content).provider.provider)
      : [];
    const mails = JSON.stringify(data).match(/[^\s"]+@[^\s"]+/g) ?? [];
    const left = [...new Set([...details, ...mails.filter(isReserved)])];
    return left.length > 0 ? [`content/${file}.ts: not filled in yet: ${left.join(', ')}`] : [];
  });
}

/** Reads each file by itself: one that cannot be read gives a sentence. */
async function readContent() {
  const content: Record<string, unknown> = {};
  const unreadable: string[] = [];
  for (const file of Object.keys(contentSchema.shape)) {
    try {
      content[file] = { ...(await import(`../../content/${file}.ts`)) };
    } catch (error) {
      const { stack = '', message } = error instanceof Error ? error : new Error(String(error));
      const line = new RegExp(`${file}\\.ts:(\\d+)`).exec(stack)?.[1] ?? '?';
      const [, word] = /^(\S+) is not defined$/.exec(message) ?? [];
      const hint = word
        ? `write '${word}' between quotation marks`
        : "a quotation mark, a comma or a bracket is missing or too many. In words write ’ and not '";
      const place = `content/${file}.ts cannot be read, on line ${line} or just above it`;
      unreadable.push(`${place}: ${hint}.`);
    }
  }
  return { content, unreadable };
}

/** Names are joined by ›, an entry of a list is counted from 1. */
function placeOf([file, ...path]: PropertyKey[]): string {
  const names = path.map((part) => (typeof part === 'number' ? `no. ${part + 1}` : String(part)));
  return `content/${String(file)}.ts: ${names.join(' › ')}`;
}

function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing. Write it.';
      return issue.expected === 'string' ? 'is not between quotation marks.' : 'is wrong here.';
    case 'invalid_value': {
      const known = `There are: ${issue.values.join(', ')}.`;
      return issue.input
        ? `is '${issue.input}', which there is not. ${known}`
        : `is missing. ${known}`;
    }
    case 'too_small':
      return `has too few entries: at least ${issue.minimum} must be there.`;
    case 'too_big':
      return `has too many entries: there is room for ${issue.maximum}.`;
    case 'unrecognized_keys':
      return `has ${issue.keys.join(', ')}, which nothing shows. Take it out.`;
    default:
      return undefined;
  }
}
