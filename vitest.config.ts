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
    // A worker loads the product once, not for each of hundreds of files. So a test leaves nothing behind in a module, and
    // who mocks one resets them before and after (log-in.test.ts).
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['contract/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.ts'], environment: 'jsdom' },
      },
      {
        extends: true,
        // What is drawn leaves more behind than its modules: notices, cookies, observers.
        test: { name: 'drawn', include: ['web/**/*.test.tsx'], environment: 'jsdom', isolate: true },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,scripts,bench}/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'server/test/global-setup.ts',
          setupFiles: 'server/test/leave-nothing.ts',
        },
      },
    ],
  },
})
