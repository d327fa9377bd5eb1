import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Headers of security case 28: no inline script, no framing, no third party. Mantine writes its variables into style
 * elements, hence inline styles; scripts never.
 */
export async function registerSecurityHeaders(app: FastifyInstance, appUrl: string) {
  const isSecure = appUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    // The debug view shows the id; the logs have it, too.
    if (!request.url.startsWith('/app/')) reply.header('X-Request-Id', request.id)
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    if (!request.url.startsWith('/app/assets/')) reply.header('X-Robots-Tag', 'noindex, nofollow')
  })
}

/** For refusals before any hook, of addresses that cannot be read: a line of JSON that nothing may cache. */
export const BARE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
