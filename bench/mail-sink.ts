import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A mail server that accepts everything, keeps nothing and costs next to nothing. */
export async function startMailSink() {
  let taken = 0
  const server = createServer((socket) => {
    let isLetter = false
    let rest = ''
    const answer = (line: string) => {
      if (isLetter) {
        if (line !== '.') return
        isLetter = false
        taken += 1
        socket.write('250 taken\r\n')
        return
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'DATA') isLetter = true
      socket.write(verb === 'DATA' ? '354 go on\r\n' : verb === 'QUIT' ? '221 bye\r\n' : '250 sink\r\n')
      if (verb === 'QUIT') socket.end()
    }
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(line)
    })
    socket.on('error', () => {})
    socket.write('220 sink\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => taken,
    stop: () => server.close(),
  }
}
