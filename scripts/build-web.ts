import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build, minify } from 'vite'

const dist = join(import.meta.dirname, '../dist')
const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest', '.ttf'])
/** Below this a second file saves nothing. */
const smallestBytes = 1024

/**
 * Writes compressed copies beside each file, which @fastify/static sends; browsers accept brotli only over TLS and from
 * localhost.
 */
const compress = async (path: string) => {
  const content = readFileSync(path)
  if (!compressible.has(extname(path)) || content.length < smallestBytes) return
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(content))
  writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}

const [, , stamp = ''] = process.argv
// Whoever has set another one would get React's program for development, and other bytes for the same commit.
process.env.NODE_ENV = 'production'
// Without the stamp an interrupted build is done again.
rmSync(join(dist, 'web.stamp'), { force: true })
await build({ configFile: join(import.meta.dirname, '../vite.config.ts'), logLevel: 'warn' })
// It is copied as it is, and every first page fetches it.
const beforeStart = join(dist, 'web/before-start.js')
writeFileSync(beforeStart, (await minify(beforeStart, readFileSync(beforeStart, 'utf8'))).code)
const files = readdirSync(join(dist, 'web'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))))
writeFileSync(join(dist, 'web.stamp'), stamp)
