import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import './tests/support/percent-paths.ts';

// No test judges a time: only one that hangs gets here, also on a machine with ten busy processes.
const timeouts = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 240_000 } },
};

const project = (name: string, globalSetup: string[] = []) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    globalSetup,
    setupFiles: ['tests/support/percent-paths.ts'],
    ...timeouts,
  },
});

export default defineConfig({
  test: {
    // They wait for processes and networks more than they compute: three keep two cores at work.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      project('unit'),
      project('integration', ['tests/support/postgres-setup.ts', 'tests/support/program-setup.ts']),
    ],
  },
});
