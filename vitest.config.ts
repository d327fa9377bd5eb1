import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { putTemporaryFilesIntoMemory } from './scripts/memory-folder.ts'

putTemporaryFilesIntoMemory()
// Tests start the real program dozens of times; Node then compiles its files once.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'schulhof-compiled')

const MOST_MS = Number(process.env.SCHULHOF_DRILL_MS ?? 20_000)

export default defineConfig({
  test: {
    // vite.config.ts puts its root into web/; tests lie beside their sources everywhere.
    root: import.meta.dirname,
    // Two cores, and PostgreSQL works beside the tests.
    maxWorkers: 2,
    // Real databases and code that is imported when it is needed, on a busy machine; a drill gives its own time.
    testTimeout: MOST_MS,
    hookTimeout: MOST_MS,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        // Files of a worker share their modules, which would take longer to load than most tests run. What a test fakes
        // it undoes; server/test/leave-nothing.ts fails the one that does not.
        test: { name: 'rules', include: ['contract/**/*.test.ts'], environment: 'node', isolate: false },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.ts'], environment: 'jsdom', isolate: false },
      },
      {
        extends: true,
        test: { name: 'drawn', include: ['web/**/*.test.tsx'], environment: 'jsdom', isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,scripts,bench}/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'server/test/global-setup.ts',
          setupFiles: 'server/test/leave-nothing.ts',
          isolate: false,
        },
      },
    ],
  },
})
