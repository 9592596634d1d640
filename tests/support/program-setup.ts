import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { copyProgramInto } from './copied-program.ts';
import { writeBuild } from './stand-in-build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a built program. No test writes into it. */
    program: string;
  }
}

/**
 * One copy of the program for all test files of a run, and one compile cache for its hundreds of processes and
 * threads, as under `npm start`.
 */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lodemark-run-'));
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
  const program = path.join(folder, 'program');
  copyProgramInto(program);
  writeBuild(path.join(program, 'dist'));
  project.provide('program', program);
  // A process that is ending may still write into it.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
