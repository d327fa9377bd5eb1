import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The value of deploy/nginx/schulhof.conf. */
const IDLE_MS = 1000

interface Peer {
  port: number
  agent: Agent
  /** Gets nothing until then (`performance.now()`). */
  failedUntil: number
}

interface Sent {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Whether a reply counts as a failure of its process, as nginx's `proxy_next_upstream` does. */
type IsFailure = (reply: IncomingMessage) => boolean

/** The reply, or 'refused' before anything was sent, or 'broken' afterwards. */
type Outcome = IncomingMessage | 'refused' | 'broken'

const send = ({ port, agent }: Peer, { method, path, headers, body }: Sent) =>
  new Promise<Outcome>((resolve) => {
    const sending = request({ host: '127.0.0.1', port, agent, method, path, headers }, resolve)
    sending.on('error', ({ syscall }: NodeJS.ErrnoException) => resolve(syscall === 'connect' ? 'refused' : 'broken'))
    sending.end(body)
  })

const bodyOf = async (from: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of from) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const listen = async (answer: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<unknown>) => {
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/**
 * Does what deploy/nginx/schulhof.conf makes of nginx, where none is installed: keeps connections, tries another process
 * when one refuses, never sends a POST twice, and leaves a process alone for `failSeconds` after a failure.
 */
export async function startSmallProxy(ports: readonly number[], failSeconds: number) {
  const peers = ports.map(
    (port): Peer => ({ port, agent: new Agent({ keepAlive: true, timeout: IDLE_MS }), failedUntil: 0 }),
  )
  let turn = 0
  const nextPeer = (tried: readonly Peer[]) => {
    turn += 1
    const fit = peers.filter((peer) => !tried.includes(peer) && peer.failedUntil <= performance.now())
    return fit[turn % fit.length]
  }
  /** One try: undefined when the request may go to another process. */
  const tryPeer = async (peer: Peer, sent: Sent, isFailure: IsFailure) => {
    const outcome = await send(peer, sent)
    if (typeof outcome === 'object' && !isFailure(outcome)) return outcome
    peer.failedUntil = performance.now() + failSeconds * 1000
    if (typeof outcome === 'object') outcome.resume()
    return outcome === 'broken' && sent.method === 'POST' ? outcome : undefined
  }
  const pass = async (sent: Sent, isFailure: IsFailure) => {
    const tried: Peer[] = []
    let outcome: Outcome | undefined
    for (let peer = nextPeer(tried); peer && !outcome; peer = nextPeer(tried)) {
      tried.push(peer)
      outcome = await tryPeer(peer, sent, isFailure)
    }
    return { reply: typeof outcome === 'object' ? outcome : undefined, tried }
  }
  const passOn = (isFailure: IsFailure) => async (from: IncomingMessage, to: ServerResponse) => {
    const { connection: _own, ...headers } = from.headers
    const sent = { method: from.method ?? 'GET', path: from.url ?? '/', headers, body: await bodyOf(from) }
    const { reply, tried } = await pass(sent, isFailure)
    to.setHeader('X-Asked', tried.map(({ port }) => `127.0.0.1:${port}`).join(', '))
    if (!reply) return to.writeHead(502).end()
    const { connection: _theirs, 'transfer-encoding': _chunked, ...kept } = reply.headers
    to.writeHead(reply.statusCode ?? 502, kept)
    return reply.pipe(to)
  }
  const front = await listen(passOn(() => false))
  const ask = await listen(passOn(({ statusCode }) => statusCode === 503))
  const stop = async () => {
    for (const { server } of [front, ask]) {
      server.close()
      server.closeAllConnections()
    }
    for (const { agent } of peers) agent.destroy()
  }
  return { name: 'a small proxy', url: front.url, askUrl: ask.url, stop }
}
