import { endToolsWithUs } from './run-tool.ts'
import { fastTests, runChecks, staticChecks } from './static-checks.ts'

endToolsWithUs()
const { failed } = await runChecks([fastTests, ...staticChecks])
if (failed > 0) process.exitCode = 1
