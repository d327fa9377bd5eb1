import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isPublicPage } from '#contract/public-pages.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/**
 * Serves the built web app under /app/: hashed assets for a year, compressed at build; any other path gets the page
 * (history fallback), public pages their own small entry.
 */
export async function registerStaticFiles(app: FastifyInstance, root: string) {
  if (!existsSync(join(root, 'index.html'))) throw new Error(`The web app is not built: ${root} has no index.html.`)
  await app.register(fastifyStatic, {
    root,
    prefix: '/app/',
    wildcard: false,
    preCompressed: true,
    index: false,
    serve: false,
    cacheControl: false,
  })
  app.get('/', (_request, reply) => reply.redirect('/app/', 302))
  app.get('/app', (_request, reply) => reply.redirect('/app/', 302))
  app.get<{ Params: { '*': string } }>('/app/assets/*', (request, reply) => {
    const path = `assets/${request.params['*']}`
    if (!/^assets\/[\w.-]+$/.test(path) || !existsSync(join(root, path))) return reply.callNotFound()
    reply.header('Cache-Control', 'public, max-age=31536000, immutable')
    return reply.sendFile(path, root, { maxAge: YEAR_MS, immutable: true, cacheControl: false })
  })
  app.get<{ Params: { '*': string } }>('/app/*', (request, reply) => {
    const page = isPublicPage(request.params['*']) ? 'public.html' : 'index.html'
    reply.header('Cache-Control', 'no-cache')
    return reply.sendFile(page, root, { cacheControl: false })
  })
}
