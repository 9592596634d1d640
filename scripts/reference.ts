// npm run reference [-- --check]: writes docs/settings.md from the schema and .env.example, and
// docs/commands.md from --help. With --check it writes nothing and names stale pages.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { secretFileNames } from '../server/config/config.ts';
import { settings } from '../server/config/settings.ts';

const pages = {
  'docs/settings.md': describeSettings(),
  'docs/commands.md': await describeCommands(),
};
const stale = Object.entries(pages).filter(([file, text]) => readFileSync(file, 'utf8') !== text);
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.log(`${file} is stale: run npm run reference.`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [file, text] of stale) writeFileSync(file, text);
}

/** One section for each group in .env.example. A group starts with `## ` and a heading. */
function describeSettings(): string {
  const [, ...groups] = readFileSync('.env.example', 'utf8').split(/^## /m);
  const sections = groups.map((group) => {
    const [heading = '', ...lines] = group.trim().split('\n');
    const comments = lines.filter((line) => line.startsWith('# ')).map((line) => line.slice(2));
    const names = lines.flatMap((line) => /^#([A-Z_]+)=/.exec(line)?.slice(1) ?? []);
    const rows = names.map((name) => rowOf(name));
    return `## ${heading}\n\n${comments.join(' ')}\n\n${rows.join('\n')}\n`;
  });
  return `# Settings

Set them in the environment, or in a file \`.env\` in the project's folder: \`cp .env.example .env && chmod 600 .env\`.

The environment wins over \`.env\`, and an empty value counts as unset. The server and \`./lodemark\` read the settings when they start, so restart after a change. No setting needs a rebuild. A wrong value, or an unknown name in \`.env\`, stops the start with a list of errors. Put a value with a \`#\` in quotation marks. Addresses and \`PORT\` cannot have a port that browsers block, such as 6000 or 10080.

## Secrets in files

A secret can be in a separate file. These settings name the file that contains the value: ${secretFileNames.map((name) => `\`${name}\``).join(', ')}. A setting and its file cannot both be set. [Install](install.md#secrets-in-files) explains systemd's \`LoadCredential\`. In containers, name a file in \`/run/secrets\`.

## Change a secret

Write the new value into \`.env\`, or into the secret's file, and restart.

- \`WEBHOOK_SECRET\`: for a time, [use the old and the new one](webhook.md#change-the-secret).
- \`DATABASE_URL\`: change the role's password first: \`ALTER ROLE booking_server PASSWORD '…'\`. Then change the setting on every server.
- A sign-in to the inbox: *Sign out everywhere*, or [remove the address](inbox.md#add-or-remove-a-salesperson).

${sections.join('\n')}`;
}

function rowOf(name: string): string {
  const schema = Object.entries(settings.shape).find(([key]) => key === name)?.[1];
  if (!schema) throw new Error(`.env.example has ${name}, which is not a setting`);
  const initial = schema.safeParse(undefined).data;
  const value = (schema.meta()?.description ?? '').split('; not a port', 1)[0];
  const byDefault = initial === undefined ? '' : ` (default \`${initial}\`)`;
  return `- \`${name}\`${byDefault}: ${value}`;
}

async function describeCommands(): Promise<string> {
  const help = await helpOf();
  const [, list = ''] = help.split('\nCommands:\n');
  const names = Array.from(list.matchAll(/^ {2}([a-z-]+)/gm), ([, name = '']) => name);
  const commands = names.filter((name) => name !== 'help');
  const sections = commands.map(async (name) => `## ${name}\n\n${fenced(await helpOf(name))}`);
  return `# Commands

\`./lodemark COMMAND\` runs a command, in the project's folder or by its full path, and \`--help\` explains it. On an installed server: \`su - lodemark -c './lodemark COMMAND'\`. All times are in UTC, even those that you type without a zone. \`NO_COLOR\` switches colors off.

${(await Promise.all(sections)).join('\n')}`;
}

async function helpOf(...command: string[]): Promise<string> {
  const args = ['server/cli/lodemark.ts', ...command, '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {} });
  // Remove the usage line that only names the command, and the option of every command.
  return stdout
    .replace(/^Usage: .* \[options\]\n\n/, '')
    .replace(/^ +-h, --help .*\n/m, '')
    .replace(/\nOptions:\n(\n|$)/, '')
    .trim();
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\`\n`;
}
