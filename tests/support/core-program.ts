import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Program, startProgram } from './program.ts';

const project = path.resolve(import.meta.dirname, '../..');

/** What the built program needs to run. */
const parts = ['server', 'booking', 'content', 'database', 'dist', 'package.json'];
const scripts = ['render.ts'];

/** Starts a copy of the built program without its desk, and removes it when it stops. */
export async function startCore(settings: Record<string, string>): Promise<Program> {
  const folder = mkdtempSync(path.join(tmpdir(), 'core-'));
  const filter = (file: string) => file !== path.join(project, 'server/desk');
  for (const part of parts)
    cpSync(path.join(project, part), path.join(folder, part), { recursive: true, filter });
  mkdirSync(path.join(folder, 'scripts'));
  for (const script of scripts)
    cpSync(path.join(project, 'scripts', script), path.join(folder, 'scripts', script));
  symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
  const program = await startProgram(settings, folder);
  return {
    ...program,
    async stop(signal) {
      await program.stop(signal);
      rmSync(folder, { recursive: true });
    },
  };
}
