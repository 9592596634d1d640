// npm run check -- documents: checks that links and paths exist, and that documents, comments and messages follow
// the rules of plain English that a program can check.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Words of translated English, or of programs described like people. */
const avoided =
  /\b(mend(s|ed|ing)?|whoever|beside|in the place of|of ours|somebody|nobody|stands|tells|told|says|by itself)\b/gi;

/** Limits in words for a sentence, a page about a task, and a reference page. */
const longestSentence = 25;
const longestTask = 1_200;
const longestPage = 2_000;

const documents = globSync(['*.md', 'docs/*.md']);
const decisions = globSync('docs/decisions/*.md');
/** Reference pages of `docs/`. */
const references = ['architecture', 'security', 'troubleshooting'].map((name) => `docs/${name}.md`);
/** Pages that a script writes. One of them quotes the specification. */
const generated = ['docs/settings.md', 'docs/commands.md', 'docs/specification.md'];

/** Files with comments and messages. Tests are left out, because `nobody` is a user and an address there. */
const sources = globSync([
  '{booking,inbox,scripts,server,site}/**/*.{css,mjs,sh,ts,tsx}',
  'content/{,en/}*.ts',
  '{.env.example,compose.yaml,Dockerfile,lodemark,systemd/*}',
]).filter((file) => file !== 'scripts/documents.ts');

const testFiles = new Set(globSync('tests/**/*.ts').map((file) => path.basename(file)));

/** Files that the reader of a recipe will create. */
const examples = ['content/pl', 'tests/fixtures/0.2.0/'];

const faults = [
  ...[...documents, ...decisions].flatMap(findDeadLinks),
  ...documents.flatMap(findMissingPaths),
  ...[...documents, ...decisions]
    .filter((file) => !generated.includes(file))
    .flatMap(findUnplainEnglish),
  ...sources.flatMap((file) => findAvoidedWords(file, read(file))),
  ...sources.flatMap(findLongMessages),
  ...findUnexplainedPackages(),
  ...findLongSubjects(),
];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function findDeadLinks(file: string): string[] {
  const links = read(file).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g);
  return Array.from(links, ([, markdown, html]) => markdown ?? html ?? '')
    .filter((link) => !/^https?:/.test(link) && !leadsSomewhere(file, link))
    .map((link) => `${file}: the link ${link} leads nowhere`);
}

function leadsSomewhere(from: string, link: string): boolean {
  const [place = '', fragment] = link.split('#');
  const target = place === '' ? from : path.join(path.dirname(from), place);
  if (!existsSync(target)) return false;
  if (fragment === undefined) return true;
  // GitHub derives a heading's fragment like this.
  const headings = Array.from(read(target).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return headings.includes(fragment);
}

/** Paths in backticks below the project's folders, and tests named without a path, that do not exist. */
function findMissingPaths(file: string): string[] {
  const names = withoutCode(read(file)).matchAll(
    /`((?:booking|content|database|docs|inbox|scripts|server|site|systemd|tests)\/[\w./-]*|[\w-]+\.(?:test|spec)\.ts)`/g,
  );
  return Array.from(names, ([, name = '']) => name)
    .filter((name) => !existsSync(name) && !testFiles.has(name))
    .filter((name) => !/NAME|NUMBER/.test(name) && !examples.includes(name))
    .map((name) => `${file}: there is no ${name}`);
}

function findUnplainEnglish(file: string): string[] {
  const text = withoutCode(read(file));
  const { length } = text.match(/[^\s|]*\w[^\s|]*/g) ?? [];
  const isTask = file.startsWith('docs/') && !references.includes(file);
  const longest = isTask ? longestTask : longestPage;
  const page = length > longest ? [`${file}: ${length} words, over ${longest}`] : [];
  return [...findAvoidedWords(file, text), ...findLongSentences(file, [text]), ...page];
}

function findAvoidedWords(file: string, text: string): string[] {
  return Array.from(text.matchAll(avoided), ([word]) => `${file}: do not use '${word}'`);
}

/** Texts in quotation marks, with each inserted value as one word. A comment's lines are joined. */
function findLongMessages(file: string): string[] {
  const texts = read(file)
    .replaceAll(/\n\s*(?:\*|\/\/) /g, ' ')
    .matchAll(/\/\*\*? (.*?) ?\*\/|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\\n]|\\.)*)`|"([^"\n]*)"/g);
  const filled = Array.from(texts, ([, ...found]) =>
    found.join('').replaceAll(/\$\{[^}]*\}/g, 'value'),
  );
  return findLongSentences(file, filled);
}

function findLongSentences(file: string, texts: readonly string[]): string[] {
  return texts
    .flatMap(sentencesIn)
    .filter((sentence) => sentence.split(/\s+/).length > longestSentence)
    .map((sentence) => `${file}: over ${longestSentence} words: ${sentence}`);
}

function withoutCode(text: string): string {
  return text.replaceAll(/^( *)```.*?^\1```$/gms, '');
}

/** Sentences of paragraphs, list items and table cells. Code counts as one word, a link's target as none. */
function sentencesIn(text: string): string[] {
  const plain = text
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^#+ .*$/gm, '');
  const blocks = plain.split(/\n\s*\n|\n\s*(?:[-*]|\d+\.) |\||<br>/);
  return blocks.flatMap((block) => block.trim().split(/(?<=[.!?:])\s+/));
}

/** Packages without an entry in the list of dependencies, which covers all of `@types` at once. */
function findUnexplainedPackages(): string[] {
  const file = 'docs/dependencies.md';
  const page = read(file);
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'));
  return Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
    .filter((name) => !name.startsWith('@types/') && !page.includes(`\`${name}\``))
    .map((name) => `${file}: there is no entry for ${name}`);
}

/**
 * Many tools cut commit subjects off after 72 characters. The rule starts with its own first commit. GitHub tests a
 * pull request on a merge commit with a longer subject.
 */
function findLongSubjects(): string[] {
  const start = 'Split the manual into pages and check the documents';
  const { stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s'], { encoding: 'utf8' });
  // Null without git.
  const subjects = (stdout ?? '').trim().split('\n');
  const first = subjects.indexOf(start);
  // A shallow clone lacks that commit.
  return subjects
    .slice(0, first === -1 ? undefined : first + 1)
    .filter((subject) => subject.length > 72)
    .map((subject) => `over 72 characters: ${subject}`);
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
