import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isKeyPage, pageFileOf } from '#contract/public-pages.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const isServed = (file: string) => !/\.(html|br|map)$/.test(file)

const LONGEST_PATH = 500

/** Files that the build did not make (.env, .git, source maps) and paths with `..` are no pages. */
const isNoPage = (path: string) =>
  path.length > LONGEST_PATH || /\.\.|\0|(^|\/)\./.test(path) || path.slice(path.lastIndexOf('/') + 1).includes('.')

const filesOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isServed(entry.name))
    .map(({ name }) => name)

interface StaticFiles {
  /** Folder of the built web app. */
  root: string
  /** Pages of the demo say that their data are invented (domain DP-23); a readable cookie tells them. */
  isDemo?: boolean
}

/**
 * Serves the built web app under /app/: exactly the files of the build, hashed ones for ever, compressed at build. Any
 * other path gets the page (history fallback); public pages and visitors get their own small entries.
 */
export async function registerStaticFiles(app: FastifyInstance, { root, isDemo = false }: StaticFiles) {
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false })
  const serve = (folder: string, cacheControl: string) => {
    for (const file of filesOf(join(root, folder))) {
      app.get(`/app/${join(folder, file)}`, (_request, reply) =>
        reply.header('Cache-Control', cacheControl).sendFile(join(folder, file)),
      )
    }
  }
  serve('', 'no-cache')
  serve('assets', FOREVER)
  app.get('/app/assets/*', (_request, reply) => reply.callNotFound())
  for (const path of ['/', '/app']) app.get(path, (_request, reply) => reply.redirect('/app/', 302))
  app.get<{ Params: { '*': string } }>('/app/*', (request, reply) => {
    const path = `/${request.params['*']}`
    if (isNoPage(request.params['*'])) return reply.callNotFound()
    if (isDemo) reply.setCookie('demo', '1', { path: '/', sameSite: 'lax' })
    // An address that contains a key must stay out of every cache (domain §5.6).
    return reply
      .header('Cache-Control', isKeyPage(path) ? 'no-store' : 'no-cache')
      .header('Vary', 'Cookie')
      .sendFile(pageFileOf(path, request.headers.cookie))
  })
}
