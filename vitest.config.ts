import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Generous, for two busy cores: a test that hangs still ends.
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    // They wait for processes and networks more than they compute: three keep two cores at work.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: ['unit', 'integration'].map((name) => ({
      test: {
        name,
        include: [`tests/${name}/**/*.test.ts`],
        environment: 'node',
        globalSetup:
          name === 'integration'
            ? ['tests/support/postgres-setup.ts', 'tests/support/program-setup.ts']
            : [],
        ...patience,
      },
    })),
  },
});
