import { type AddressInfo, createServer } from 'node:net'

const GREETING = '220 sink\r\n'

/** The answers of one connection, line by line; undefined while a letter is being sent. */
function newConversation(onLetter: () => void) {
  let isLetter = false
  const inLetter = (line: string) => {
    if (line !== '.') return undefined
    isLetter = false
    onLetter()
    return '250 taken\r\n'
  }
  return (line: string) => {
    if (isLetter) return inLetter(line)
    const verb = line.slice(0, 4).toUpperCase()
    isLetter = verb === 'DATA'
    if (isLetter) return '354 go on\r\n'
    return verb === 'QUIT' ? '221 bye\r\n' : '250 sink\r\n'
  }
}

/** A mail server that accepts everything, keeps nothing and costs next to nothing. */
export async function startMailSink() {
  let taken = 0
  const server = createServer((socket) => {
    let rest = ''
    const answerTo = newConversation(() => {
      taken += 1
    })
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const answer = answerTo(line)
        if (answer) socket.write(answer)
      }
    })
    socket.on('error', () => {}) // A server that ends breaks its connections.
    socket.write(GREETING)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => taken,
    stop: () => server.close(),
  }
}
