// Runs before any module: zod reads this at its first schema and would otherwise try `new Function`, which the CSP reports.
globalThis.__zod_globalConfig = { jitless: true }
