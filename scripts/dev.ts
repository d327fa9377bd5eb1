import { spawn } from 'node:child_process'
import { root } from './run-tool.ts'

const programs = [
  ['--watch', '--watch-preserve-output', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js', '--config', 'vite.config.ts', '--clearScreen', 'false'],
]
const children = programs.map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }))

const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
// Neither is useful without the other, so when one ends both do.
for (const child of children)
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 1
    stop()
  })
