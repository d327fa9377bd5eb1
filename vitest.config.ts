import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // vite.config.ts puts its root into web/; tests lie beside their sources everywhere.
    root: import.meta.dirname,
    // Two cores, and PostgreSQL works beside the tests.
    maxWorkers: 2,
    // Real databases and code that is imported when it is needed, on a busy machine.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['contract/**/*.test.ts'], environment: 'node', isolate: false },
      },
      {
        extends: true,
        // A worker loads the pages once, not for each file; on the server clocks and mail servers are faked, each for itself.
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'jsdom', isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,scripts,bench}/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'server/test/global-setup.ts',
        },
      },
    ],
  },
})
