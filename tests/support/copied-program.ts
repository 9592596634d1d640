import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const project = path.resolve(import.meta.dirname, '../..');

/** The files that the program needs, apart from the built site. */
const programParts = [
  ...['booking', 'content', 'database', 'server'],
  ...['scripts/render.ts', 'scripts/export.ts', 'lodemark', 'package.json'],
];

/** Copies the program into `folder`, with `more` and without `less`. It uses this folder's packages. */
export function copyProgramInto(
  folder: string,
  { more = [], less }: { more?: string[]; less?: string } = {},
): void {
  const filter = (file: string) => path.relative(project, file) !== less;
  mkdirSync(path.join(folder, 'scripts'), { recursive: true });
  for (const name of [...programParts, ...more])
    cpSync(path.join(project, name), path.join(folder, name), { recursive: true, filter });
  symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
}
