import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

/** The limit of a poll: Fastify with one route that does nothing. */
const app = fastify()
app.get('/', () => ({ name: '1.0.0' }))
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`)
process.on('SIGTERM', () => process.exit(0))
