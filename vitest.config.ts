import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import './tests/support/percent-paths.ts';

// No test asserts a duration. Only a test that hangs reaches this limit, even on a busy machine.
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
    // Each worker loads the program once for all its files, which saves a third of the processor time. So a test must
    // restore what it replaces.
    isolate: false,
    ...timeouts,
  },
});

export default defineConfig({
  test: {
    // Three tests keep two cores busy, because they mostly wait for processes and networks.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      project('unit'),
      project('integration', ['tests/support/postgres-setup.ts', 'tests/support/program-setup.ts']),
    ],
  },
});
